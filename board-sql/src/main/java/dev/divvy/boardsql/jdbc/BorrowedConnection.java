package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;

/** A connection on loan from the application's pool. It commits by itself meanwhile, and goes back as it came. */
public final class BorrowedConnection implements AutoCloseable {

    private final Connection connection;
    private final boolean committedByItself;

    /** What the network timeout was before it was changed; below 0 while it was not. */
    private int timeoutBefore = -1;

    /** What the isolation level was before it was changed; below 0 while it was not. */
    private int isolationBefore = -1;

    private BorrowedConnection(Connection connection, boolean committedByItself) {
        this.connection = connection;
        this.committedByItself = committedByItself;
    }

    public static BorrowedConnection from(DataSource source) throws SQLException {
        Connection connection = Objects.requireNonNull(source.getConnection(), "connection");
        try {
            BorrowedConnection borrowed = new BorrowedConnection(connection, connection.getAutoCommit());
            borrowed.commitByItself();
            return borrowed;
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    /** A connection that was left inside a transaction would keep to itself all that is written on it. */
    public void commitByItself() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
    }

    /** Lets every read from the server fail after this long, where the driver can: a server that hangs then hangs nobody. */
    public BorrowedConnection answersWithin(Duration limit) {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, limit.toMillis() + 1));
            timeoutBefore = before;
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // A driver without it: whoever waits gives up by itself, only the thread is held longer.
        }
        return this;
    }

    /**
     * Works at READ COMMITTED, where the application's level is a higher one: for statements that need no more. At SERIALIZABLE the
     * database may refuse them for the sake of transactions that have nothing to do with them.
     */
    public BorrowedConnection readsCommitted() throws SQLException {
        int before = connection.getTransactionIsolation();
        if (before > Connection.TRANSACTION_READ_COMMITTED
                && connection.getMetaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_COMMITTED)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            isolationBefore = before;
        }
        return this;
    }

    /** Whether it works at the level that it came with. */
    public boolean atItsOwnLevel() {
        return isolationBefore < 0;
    }

    /** Ends the connection instead of giving it back whole: the pool makes a new one, perhaps to another server. */
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
            // It is broken, and the pool finds out; nothing that was asked on it depends on this.
        }
    }

    private void restore(Connection back) throws SQLException {
        if (timeoutBefore >= 0) {
            back.setNetworkTimeout(Runnable::run, timeoutBefore);
        }
        if (isolationBefore >= 0) {
            back.setTransactionIsolation(isolationBefore);
        }
        if (!committedByItself) {
            back.setAutoCommit(false);
        }
    }
}
