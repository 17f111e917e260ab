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

/** A small pool, as strict as tests want it: it counts, can run dry, and takes nothing back in another state than it was given out in. */
final class Pool implements DataSource {

    private final String url;
    private final String user;
    private final String password;
    private final int level;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicLong statements = new AtomicLong();

    /** Whether new connections commit by themselves. */
    private volatile boolean committing = true;

    private volatile int limit = Integer.MAX_VALUE;

    /** Whoever asks waits for this; null while the pool is not blocked. */
    private volatile @Nullable CountDownLatch blocked;

    Pool(String url, String user, String password, int level) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.level = level;
    }

    Pool withoutAutoCommit() {
        committing = false;
        return this;
    }

    /** How many may be out at once; 0 is a pool that is used up. */
    Pool atMost(int next) {
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

    int out() {
        return out.get();
    }

    /** How many statements were made so far. */
    long statements() {
        return statements.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        CountDownLatch wall = blocked;
        if (wall != null) {
            awaitUninterruptibly(wall);
        }
        if (out.incrementAndGet() > limit) {
            out.decrementAndGet();
            throw new SQLTransientConnectionException("all " + limit + " connections are in use");
        }
        try {
            Connection connection = idle.poll();
            while (connection != null && !connection.isValid(1)) {
                connection.close();
                connection = idle.poll();
            }
            return lent(connection == null ? make() : connection);
        } catch (SQLException | RuntimeException e) {
            out.decrementAndGet();
            throw e;
        }
    }

    private static void awaitUninterruptibly(CountDownLatch wall) {
        boolean interrupted = false;
        while (true) {
            try {
                wall.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Connection make() throws SQLException {
        Connection connection = DriverManager.getConnection(url, user, password);
        if (level != Connection.TRANSACTION_NONE) {
            connection.setTransactionIsolation(level);
        }
        connection.setAutoCommit(committing);
        return connection;
    }

    private Connection lent(Connection real) throws SQLException {
        boolean byItself = real.getAutoCommit();
        AtomicBoolean back = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                Pool.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        if (back.compareAndSet(false, true)) {
                            takeBack(real, byItself);
                        }
                        return null;
                    }
                    return call(real, method, arguments);
                });
    }

    /** Whoever got one in the midst of another's transaction would see the tables as they were then. */
    private void takeBack(Connection real, boolean byItself) throws SQLException {
        out.decrementAndGet();
        if (real.isClosed()) {
            return;
        }
        if (real.getAutoCommit() != byItself) {
            real.close();
            throw new IllegalStateException("a connection came back in the midst of a transaction");
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

    /** Closes what is not in use. */
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
