package dev.divvy.boardsql.dialect;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.TimeDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** The parts of the board's statements that differ between databases. */
public interface Dialect extends TimeDialect {

    static Dialect of(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> new PostgresDialect();
            case MARIADB, MYSQL -> new MariaDialect(kind);
            case H2 -> new H2Dialect();
        };
    }

    /** Returns the end of a query that locks its rows against change: a shared lock, where the database has one. */
    String shared();

    /** Returns the end of a query that locks its rows exclusively, and fails at once if another transaction has locked them. */
    default String exclusiveNoWait() {
        return " FOR UPDATE NOWAIT";
    }

    /**
     * Returns one more column for every query that locks a fence, with a leading comma. Where the server supports it, the column makes the
     * server end this transaction if it is idle for this long.
     */
    default String idleLimit(Duration atMost) {
        return "";
    }

    /**
     * Returns one statement that updates a row and returns columns of rows, as they were before the update or after it; empty where that takes
     * two statements. Before these columns there is one that is 1 in any row if a row was updated, and otherwise 0 in all.
     */
    default Optional<String> updateAndSelect(String update, String columns, String from) {
        return Optional.empty();
    }

    /**
     * Makes the server end a transaction of this connection that is idle for this long, where that needs a statement of its own. A
     * process that stops inside a transaction then delays the others, but does not block them for ever.
     */
    default void limitIdle(Connection connection, Duration atMost) throws SQLException {}

    /** Like {@link #limitIdle}, as the first statement of a transaction: for that transaction, or until {@link #restoreIdle}. */
    default void limitTransaction(Connection connection, Duration atMost) throws SQLException {
        limitIdle(connection, atMost);
    }

    /** Like {@link #limitTransaction}, and makes statements of the transaction fail that wait longer than this for a lock. */
    default void limitShortTransaction(Connection connection, Duration idle, Duration lockWait) throws SQLException {
        limitTransaction(connection, idle);
    }

    /**
     * Shortens the idle limit of a transaction that has one, and makes its further statements fail that wait longer than {@code lockWait} for a
     * lock; {@link #restoreIdle} still restores the values from before both.
     */
    default void tighten(Connection connection, Duration idle, Duration lockWait) throws SQLException {}

    /** Restores what {@link #limitIdle} changed: the connection is the application's. */
    default void restoreIdle(Connection connection) throws SQLException {}
}
