package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What differs from database to database in the board's statements. */
interface Dialect extends TimeDialect {

    static Dialect of(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> new PostgresDialect();
            case MARIADB, MYSQL -> new MariaDialect(kind);
            case H2 -> new H2Dialect();
        };
    }

    /** Ends a query that locks its rows against change, for several at once where the database can. */
    String shared();

    /** Ends a query that locks its rows for itself, and fails at once when it cannot. */
    default String exclusiveAtOnce() {
        return " FOR UPDATE NOWAIT";
    }

    /**
     * One more column of every query that locks a fence, with a leading comma: where the server can be told by the way to end this transaction
     * if it stands still for so long.
     */
    default String idleLimit(Duration atMost) {
        return "";
    }

    /**
     * Lets the server end a transaction of this connection that stands still for so long, where a setting of its own is needed for that. A
     * process that stops inside a transaction then delays the others, and does not stop them.
     */
    default void limitIdle(Connection connection, Duration atMost) throws SQLException {}

    /** As {@link #limitIdle}, as the first statement of a transaction: for that transaction, or until it is undone. */
    default void limitTransaction(Connection connection, Duration atMost) throws SQLException {
        limitIdle(connection, atMost);
    }

    /** Makes a limit that is set already a shorter one; {@link #unlimitIdle} still puts back what was there before both. */
    default void tightenIdle(Connection connection, Duration atMost) throws SQLException {}

    /** Puts back what {@link #limitIdle} changed: the connection is the application's. */
    default void unlimitIdle(Connection connection) throws SQLException {}
}
