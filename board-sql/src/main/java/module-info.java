/** Boards in the application's own SQL database, and the fenced commit in the same database. */
module dev.divvy.boardsql {
    requires transitive dev.divvy.coordination;
    requires transitive java.sql;
    requires static org.jspecify;
    requires static org.postgresql.jdbc;
    requires org.slf4j;

    exports dev.divvy.boardsql;
    exports dev.divvy.boardsql.jdbc to
            dev.divvy.distributor,
            dev.divvy.outbox;
}
