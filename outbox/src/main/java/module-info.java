/** The transactional outbox: events written in the application's own transactions, processed by all members of a group. */
module dev.divvy.outbox {
    requires transitive dev.divvy.boardsql;
    requires transitive dev.divvy.coordination;
    requires transitive java.sql;
    requires static micrometer.core;
    requires static org.jspecify;
    requires org.slf4j;
    requires tools.jackson.core;
    requires tools.jackson.jr.ob;

    exports dev.divvy.outbox;
    exports dev.divvy.outbox.event;
    exports dev.divvy.outbox.inbox;
    exports dev.divvy.outbox.metrics;
}
