package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs transactions on a connection that is otherwise in auto-commit mode. */
public final class Transactions {

    private Transactions() {}

    /** Runs work in one transaction: commits when the work returns, rolls back when it throws. Turns auto-commit on again. */
    public static <T> T in(Connection connection, SqlWork<T> work) throws SQLException {
        begin(connection);
        try {
            T result = work.on(connection);
            connection.commit();
            return result;
        } finally {
            end(connection);
        }
    }

    public static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** Ends a transaction after a commit, or instead of one: rolls back what was not committed, and turns auto-commit on again. */
    public static void end(Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            // The connection is broken: the server has rolled back or will, and the next use of the connection fails.
        }
    }

    /** Rolls back because of a failure; a failure of the rollback itself is added to it as suppressed. */
    public static void rollback(Connection connection, Throwable failure) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
