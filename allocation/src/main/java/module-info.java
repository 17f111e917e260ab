/** Allocation of pieces to members: pieces, rosters, allocators, moves and explanations. Pure functions of values. */
module dev.divvy.allocation {
    requires static org.jspecify;

    exports dev.divvy.allocation;
    exports dev.divvy.allocation.allocator;
    exports dev.divvy.allocation.hash;
    exports dev.divvy.allocation.plan;
    exports dev.divvy.allocation.replication;
    exports dev.divvy.allocation.check to
            dev.divvy.testkit;
    exports dev.divvy.allocation.classic to
            dev.divvy.distributor;
    exports dev.divvy.allocation.codec to
            dev.divvy.boardpeers,
            dev.divvy.boardredis,
            dev.divvy.boardsql,
            dev.divvy.cache,
            dev.divvy.coordination;
    exports dev.divvy.allocation.hash.function to
            dev.divvy.cache,
            dev.divvy.coordination;
    exports dev.divvy.allocation.stable to
            dev.divvy.distributor;
    exports dev.divvy.allocation.sticky to
            dev.divvy.coordination,
            dev.divvy.distributor,
            dev.divvy.testkit;
    exports dev.divvy.allocation.support to
            dev.divvy.boardpeers,
            dev.divvy.boardredis,
            dev.divvy.boardsql,
            dev.divvy.cache,
            dev.divvy.console,
            dev.divvy.coordination,
            dev.divvy.distributor,
            dev.divvy.outbox,
            dev.divvy.testkit;
}
