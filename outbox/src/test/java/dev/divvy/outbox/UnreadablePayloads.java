package dev.divvy.outbox;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A data source whose server refuses to send large payloads, and closes the connection, as one does whose limit was lowered after the insert. */
final class UnreadablePayloads {

    private final AtomicInteger refusals = new AtomicInteger();
    private volatile long unreadable;
    private final AtomicInteger remaining = new AtomicInteger();

    /** Refuses the payload of this event, at most this many times. */
    void refuse(long id, int times) {
        unreadable = id;
        remaining.set(times);
    }

    int refusals() {
        return refusals.get();
    }

    DataSource of(DataSource source) {
        return proxy(
                DataSource.class,
                source,
                (name, arguments, result) -> name.equals("getConnection") ? connection((Connection) result) : result);
    }

    private Connection connection(Connection connection) {
        return proxy(
                Connection.class,
                connection,
                (name, arguments, result) ->
                        name.equals("prepareStatement") && ((String) arguments[0]).startsWith("SELECT payload")
                                ? statement(connection, (PreparedStatement) result)
                                : result);
    }

    private PreparedStatement statement(Connection connection, PreparedStatement statement) {
        long[] id = new long[1];
        return proxy(PreparedStatement.class, statement, (name, arguments, result) -> {
            if (name.equals("setLong")) {
                id[0] = (Long) arguments[1];
            } else if (name.equals("executeQuery") && id[0] == unreadable && remaining.getAndDecrement() > 0) {
                refusals.incrementAndGet();
                connection.close();
                throw new SQLException("the packet is too large", "08S01");
            }
            return result;
        });
    }

    private interface After {
        Object result(String method, Object[] arguments, Object result) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return after.result(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
