package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Transactions on a connection that commits by itself otherwise, and how long to wait before one is begun anew. */
public final class Transactions {

    private static final long FIRST_WAIT_MICROS = 500;
    private static final int MOST_DOUBLINGS = 7;

    private Transactions() {}

    /** One transaction: committed when the work returns, rolled back when it throws. The connection commits by itself again after it. */
    public static <T> T in(Connection connection, Work<T> work) throws SQLException {
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

    /** Waits a moment that grows with every failure and differs from caller to caller, so that they do not meet again. */
    public static void waitBefore(int attempt) {
        long most = FIRST_WAIT_MICROS << Math.min(attempt, MOST_DOUBLINGS);
        LockSupport.parkNanos(
                TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextLong(most / 2, most + 1)));
    }
}
