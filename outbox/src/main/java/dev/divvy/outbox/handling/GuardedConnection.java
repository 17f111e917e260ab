package dev.divvy.outbox.handling;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A handler's view of the completing transaction's connection: it may do anything but end the transaction. */
final class GuardedConnection implements InvocationHandler {

    private final Connection connection;

    private GuardedConnection(Connection connection) {
        this.connection = connection;
    }

    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new GuardedConnection(connection));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (endsTransaction(method, arguments)) {
            throw new SQLException(
                    "a handler inside the completing transaction must not " + method.getName()
                            + " its connection: the outbox commits it, under the fence",
                    "25000");
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static boolean endsTransaction(Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "commit", "close", "abort" -> true;
            case "rollback" -> arguments == null || arguments.length == 0;
            case "setAutoCommit" -> arguments != null && Boolean.TRUE.equals(arguments[0]);
            default -> false;
        };
    }
}
