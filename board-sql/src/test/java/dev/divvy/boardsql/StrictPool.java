package dev.divvy.boardsql;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A small pool for tests: counts, can be exhausted or blocked, and refuses a connection that is returned inside a transaction. */
final class StrictPool implements DataSource {

    private final String url;
    private final String user;
    private final String password;
    private final int level;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger borrowed = new AtomicInteger();
    private final AtomicLong statements = new AtomicLong();

    /** Whether new connections are in auto-commit mode. */
    private volatile boolean autoCommit = true;

    private volatile int limit = Integer.MAX_VALUE;

    /** Borrowers wait for this; null while the pool is not blocked. */
    private volatile @Nullable CountDownLatch blocked;

    StrictPool(String url, String user, String password, int level) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.level = level;
    }

    StrictPool withoutAutoCommit() {
        autoCommit = false;
        return this;
    }

    /** Limits the number of borrowed connections; with 0 the pool is exhausted. */
    StrictPool atMost(int next) {
        limit = next;
        return this;
    }

    void block() {
        blocked = new CountDownLatch(1);
    }

    void unblock() {
        CountDownLatch latch = blocked;
        blocked = null;
        if (latch != null) {
            latch.countDown();
        }
    }

    int borrowed() {
        return borrowed.get();
    }

    /** Returns the number of statements created so far. */
    long statements() {
        return statements.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        CountDownLatch gate = blocked;
        if (gate != null) {
            awaitUninterruptibly(gate);
        }
        if (borrowed.incrementAndGet() > limit) {
            borrowed.decrementAndGet();
            throw new SQLTransientConnectionException("all " + limit + " connections are in use");
        }
        try {
            Connection connection = idle.poll();
            while (connection != null && !connection.isValid(1)) {
                connection.close();
                connection = idle.poll();
            }
            return lent(connection == null ? open() : connection);
        } catch (SQLException | RuntimeException e) {
            borrowed.decrementAndGet();
            throw e;
        }
    }

    private static void awaitUninterruptibly(CountDownLatch gate) {
        boolean interrupted = false;
        while (true) {
            try {
                gate.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection(url, user, password);
        if (level != Connection.TRANSACTION_NONE) {
            connection.setTransactionIsolation(level);
        }
        connection.setAutoCommit(autoCommit);
        return connection;
    }

    private Connection lent(Connection real) throws SQLException {
        boolean autoCommitBefore = real.getAutoCommit();
        AtomicBoolean returned = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                StrictPool.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        if (returned.compareAndSet(false, true)) {
                            takeBack(real, autoCommitBefore);
                        }
                        return null;
                    }
                    return call(real, method, arguments);
                });
    }

    /** Refuses a connection inside a transaction: its next user would see the tables as they were then. */
    private void takeBack(Connection real, boolean autoCommitBefore) throws SQLException {
        borrowed.decrementAndGet();
        if (real.isClosed()) {
            return;
        }
        if (real.getAutoCommit() != autoCommitBefore) {
            real.close();
            throw new IllegalStateException("a connection was returned inside a transaction");
        }
        idle.push(real);
    }

    private Object call(Connection real, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("prepareStatement") || method.getName().equals("createStatement")) {
            statements.incrementAndGet();
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Closes the connections that are not in use. */
    void drain() throws SQLException {
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }

    @Override
    public Connection getConnection(String otherUser, String otherPassword) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() {
        return new PrintWriter(System.err, true, java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
