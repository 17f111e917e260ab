package dev.divvy.testservers.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Counts what is sent to a database: statements, begins and ends of transactions, and questions about and changes of the isolation level. */
public final class CountingDataSource {

    private static final Set<String> SENT = Set.of(
            "execute",
            "executeQuery",
            "executeUpdate",
            "executeBatch",
            "commit",
            "getTransactionIsolation",
            "setTransactionIsolation");

    private final AtomicLong sent = new AtomicLong();
    private final DataSource source;

    public CountingDataSource(DataSource source) {
        this.source = proxy(DataSource.class, source);
    }

    public DataSource source() {
        return source;
    }

    public long sent() {
        return sent.get();
    }

    private <T> T proxy(Class<T> type, T target) {
        InvocationHandler handler = (self, method, arguments) -> {
            if (SENT.contains(method.getName()) || begins(method, arguments)) {
                sent.incrementAndGet();
            }
            Object result = invoke(target, method, arguments);
            return method.getName().equals("unwrap") ? result : wrapped(result);
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static boolean begins(Method method, Object[] arguments) {
        return method.getName().equals("setAutoCommit") && arguments[0].equals(false);
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Object wrapped(Object result) {
        if (result instanceof Connection connection) {
            return proxy(Connection.class, connection);
        }
        if (result instanceof PreparedStatement statement) {
            return proxy(PreparedStatement.class, statement);
        }
        return result instanceof Statement statement ? proxy(Statement.class, statement) : result;
    }
}
