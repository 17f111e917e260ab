package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Transactions on a connection that commits by itself otherwise. */
public final class Transactions {

    private Transactions() {}

    /** One transaction: committed when the work returns, rolled back when it throws. The connection commits by itself again after it. */
    public static <T> T in(Connection connection, SqlWork<T> work) throws SQLException {
        begin(connection);
        try {
            T answer = work.on(connection);
            connection.commit();
            return answer;
        } finally {
            end(connection);
        }
    }

    public static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** After a commit, or instead of one: rolls back what was not committed. The connection commits by itself again. */
    public static void end(Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            // The connection is broken: the server has rolled back or will, and whoever uses it next finds out.
        }
    }

    /** Rolls back; if that fails too, the first failure is told with it. */
    public static void rollback(Connection connection, Throwable because) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }
}
