package dev.divvy.outbox;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source that refuses connections, or lets all callers wait, while a test says so. */
final class UnreliableDataSource implements DataSource {

    private final DataSource source;
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger hanging = new AtomicInteger();
    private final Queue<Connection> given = new ConcurrentLinkedQueue<>();

    /** Guarded by this object, as are the next fields. */
    private boolean refuses;

    private boolean cut;

    private String refusedThread = "";

    private boolean hangs;

    UnreliableDataSource(DataSource source) {
        this.source = source;
    }

    synchronized void refuse(boolean now) {
        refuses = now;
    }

    /** Refuses connections to threads of this name only. */
    synchronized void refuseTo(String thread) {
        refusedThread = thread;
    }

    synchronized void hang(boolean now) {
        hangs = now;
        notifyAll();
    }

    int refusals() {
        return refusals.get();
    }

    int hanging() {
        return hanging.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        synchronized (this) {
            if (refuses || Thread.currentThread().getName().equals(refusedThread)) {
                refusals.incrementAndGet();
                throw new SQLTransientConnectionException("the database is not available");
            }
            hanging.incrementAndGet();
            while (hangs) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new SQLTransientConnectionException("interrupted", e);
                }
            }
            hanging.decrementAndGet();
        }
        Connection connection = source.getConnection();
        given.add(connection);
        if (isCut()) { // it may have come too late for cut() to see it
            connection.close();
            throw new SQLTransientConnectionException("the database is not available");
        }
        return connection;
    }

    private synchronized boolean isCut() {
        return cut;
    }

    /** Closes all connections and refuses new ones, as if the process that uses them had ended. */
    void cut() {
        synchronized (this) {
            cut = true;
            refuses = true;
        }
        for (Connection connection : given) {
            try {
                connection.abort(Runnable::run); // does not wait for a statement, and does nothing on H2
                connection.close();
            } catch (SQLException | RuntimeException e) {
                // It is closed; the pool fails this way if the process gives the connection back at the same moment.
            }
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
