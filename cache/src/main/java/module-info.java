/** A distributed cache over a cluster that grows and shrinks, for Java and for Redis clients. */
module dev.divvy.cache {
    requires dev.divvy.boardpeers;
    requires transitive dev.divvy.coordination;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires jdk.management;
    requires jdk.net;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.divvy.cache;
}
