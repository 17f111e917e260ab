/** Groups of members that divide pieces among themselves: the protocol, the board interface, the running member. */
module dev.divvy.coordination {
    requires transitive dev.divvy.allocation;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.divvy.coordination;
    exports dev.divvy.coordination.board;
    exports dev.divvy.coordination.memory;
    exports dev.divvy.coordination.status;
    exports dev.divvy.coordination.report to
            dev.divvy.cache,
            dev.divvy.console,
            dev.divvy.distributor,
            dev.divvy.outbox;
    exports dev.divvy.coordination.protocol to
            dev.divvy.testkit;
    exports dev.divvy.coordination.protocol.knowledge to
            dev.divvy.testkit;
    exports dev.divvy.coordination.support to
            dev.divvy.boardpeers,
            dev.divvy.boardredis,
            dev.divvy.boardsql,
            dev.divvy.cache,
            dev.divvy.console,
            dev.divvy.distributor,
            dev.divvy.outbox,
            dev.divvy.testkit;
}
