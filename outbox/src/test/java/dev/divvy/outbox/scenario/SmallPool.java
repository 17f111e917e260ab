package dev.divvy.outbox.scenario;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A pool as simple as can be: it does not test what it lends, so that after a restart of the database everybody meets broken ones. */
final class SmallPool implements DataSource, AutoCloseable {

    private final Place place;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    SmallPool(Place place) {
        this.place = place;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection there = idle.pollFirst();
        return lent(there == null ? place.connect() : there);
    }

    private Connection lent(Connection connection) {
        boolean[] back = new boolean[1];
        return (Connection) Proxy.newProxyInstance(
                SmallPool.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, words) -> {
                    if (method.getName().equals("close")) {
                        if (!back[0]) {
                            back[0] = true;
                            takeBack(connection);
                        }
                        return null;
                    }
                    return call(connection, method, words);
                });
    }

    private static Object call(Connection connection, Method method, Object[] words) throws Throwable {
        try {
            return method.invoke(connection, words);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void takeBack(Connection connection) {
        try {
            if (!connection.isClosed()) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
                idle.addFirst(connection);
            }
        } catch (SQLException e) {
            closeQuietly(connection);
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It is broken, which is why it is closed.
        }
    }

    @Override
    public void close() {
        forget();
    }

    /** Ends what is idle: it may be from before the database was killed. */
    void forget() {
        for (Connection next = idle.pollFirst(); next != null; next = idle.pollFirst()) {
            closeQuietly(next);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        throw new UnsupportedOperationException("no log");
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing is wrapped");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
