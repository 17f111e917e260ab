/** Divides work units among services: reads lists of names, pings the services by gRPC, writes one table. */
// gRPC's jars name their modules, but have no descriptors.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.divvy.distributor {
    requires transitive dev.divvy.allocation;
    requires transitive dev.divvy.boardredis;
    requires static transitive dev.divvy.boardsql;
    requires transitive dev.divvy.coordination;
    requires transitive io.grpc;
    requires io.grpc.netty.shaded;
    requires io.grpc.services;
    requires io.grpc.stub;
    requires static transitive java.sql;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.divvy.distributor;
}
