/** Boards in a Redis server or cluster. */
@SuppressWarnings("requires-automatic") // Lettuce names its module, but has no module descriptor
module dev.divvy.boardredis {
    requires transitive dev.divvy.coordination;
    requires dev.divvy.allocation;
    requires io.netty.common;
    requires lettuce.core;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.divvy.boardredis;
    exports dev.divvy.boardredis.board to
            dev.divvy.distributor;
    exports dev.divvy.boardredis.connection to
            dev.divvy.distributor;
}
