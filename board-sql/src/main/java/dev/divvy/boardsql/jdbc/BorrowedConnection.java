package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;

/** A connection borrowed from the application's pool. It is in auto-commit mode, and is returned with the settings it came with. */
public final class BorrowedConnection implements AutoCloseable {

    private final Connection connection;
    private final boolean autoCommitBefore;

    /** The network timeout before it was changed; negative if it was not. */
    private int timeoutBefore = -1;

    /** The isolation level before it was changed; negative if it was not. */
    private int isolationBefore = -1;

    private BorrowedConnection(Connection connection, boolean autoCommitBefore) {
        this.connection = connection;
        this.autoCommitBefore = autoCommitBefore;
    }

    public static BorrowedConnection from(DataSource source) throws SQLException {
        Connection connection = Objects.requireNonNull(source.getConnection(), "connection");
        try {
            BorrowedConnection borrowed = new BorrowedConnection(connection, connection.getAutoCommit());
            borrowed.useAutoCommit();
            return borrowed;
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    /** Turns auto-commit on: what is written on a connection that was left inside a transaction would not be visible to others. */
    public void useAutoCommit() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
    }

    /** Sets a timeout for every read from the server, where the driver supports it, so that no thread hangs with the server. */
    public BorrowedConnection withNetworkTimeout(Duration limit) {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, limit.toMillis() + 1));
            timeoutBefore = before;
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // The driver does not support it. Callers have timeouts of their own; only the thread is blocked for
            // longer.
        }
        return this;
    }

    /**
     * Lowers the isolation level to READ COMMITTED, if the application's level is higher: for statements that need no more. At SERIALIZABLE
     * the database may reject them because of unrelated transactions.
     */
    public BorrowedConnection useReadCommitted() throws SQLException {
        return useReadCommitted(isolationLevel());
    }

    /** As {@link #useReadCommitted()}, for a connection whose level is known. */
    public BorrowedConnection useReadCommitted(int before) throws SQLException {
        if (before > Connection.TRANSACTION_READ_COMMITTED
                && connection.getMetaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_COMMITTED)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            isolationBefore = before;
        }
        return this;
    }

    /** Returns the isolation level of the connection. Most drivers ask the server. */
    public int isolationLevel() throws SQLException {
        return connection.getTransactionIsolation();
    }

    /** Closes the connection itself instead of returning it intact: the pool opens a new one, perhaps to another server. */
    public void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // It is closed below in any case.
        }
        close();
    }

    @Override
    public void close() {
        try (Connection back = connection) {
            if (!back.isClosed()) {
                restore(back);
            }
        } catch (SQLException | RuntimeException e) {
            // The connection is broken, and the pool will notice; no result depends on this.
        }
    }

    private void restore(Connection back) throws SQLException {
        if (timeoutBefore >= 0) {
            back.setNetworkTimeout(Runnable::run, timeoutBefore);
        }
        if (isolationBefore >= 0) {
            back.setTransactionIsolation(isolationBefore);
        }
        if (!autoCommitBefore) {
            back.setAutoCommit(false);
        }
    }
}
