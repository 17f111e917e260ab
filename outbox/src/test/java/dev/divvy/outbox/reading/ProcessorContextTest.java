package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Connections of a processor: none waits for ever, and one that failed does not return to the pool. */
class ProcessorContextTest {

    private final List<String> calls = new ArrayList<>();
    private boolean closed;

    private final ProcessorContext context = new ProcessorContext(
            proxy(DataSource.class, (self, method, arguments) -> connection()),
            new EventTable("events", DatabaseKind.H2),
            new Ownership() {
                @Override
                public HeldTokens held() {
                    return new HeldTokens(Tokens.sql(16), Map.of());
                }

                @Override
                public Optional<Hold> hold(int hash) {
                    return Optional.empty();
                }
            },
            ProcessorSettings.defaults());

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(ProcessorContextTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Connection connection() {
        return proxy(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "getAutoCommit" -> true;
            case "getNetworkTimeout" -> 7;
            case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
            case "isClosed" -> closed;
            case "setNetworkTimeout" -> {
                calls.add("limit " + arguments[1]);
                yield null;
            }
            default -> {
                closed |= method.getName().equals("close");
                calls.add(method.getName());
                yield null;
            }
        });
    }

    @Test
    void everyReplyHasATimeoutThatIsRestoredWithTheConnection() throws Exception {
        boolean limited = context.onConnection(connection -> calls.remove("limit 30001"));
        assertThat(limited).isTrue();
        assertThat(calls).containsExactly("limit 7", "close");
    }

    @Test
    void aConnectionThatFailedIsAborted() {
        assertThatThrownBy(() -> context.onConnection(connection -> {
                    throw new SQLException("the socket timed out", "08006");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(calls).contains("abort", "close");
    }

    @Test
    void aConnectionIsNotAbortedAfterADeadlock() {
        assertThatThrownBy(() -> context.onConnection(connection -> {
                    throw new SQLException("deadlock", "40001");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(calls).doesNotContain("abort").endsWith("limit 7", "close");
    }
}
