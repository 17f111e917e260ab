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

/** The connections of a processor's own: none waits for ever, and none that broke goes back whole. */
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
    void everyAnswerHasALimitWhichGoesBackWithTheConnection() throws Exception {
        boolean limited = context.onConnection(connection -> calls.remove("limit 30001"));
        assertThat(limited).isTrue();
        assertThat(calls).containsExactly("limit 7", "close");
    }

    @Test
    void aConnectionThatIsTrustedNoMoreIsEnded() {
        assertThatThrownBy(() -> context.onConnection(connection -> {
                    throw new SQLException("the socket timed out", "08006");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(calls).contains("abort", "close");
    }

    @Test
    void aConnectionOnWhichSomebodyElseWasFirstGoesBackWhole() {
        assertThatThrownBy(() -> context.onConnection(connection -> {
                    throw new SQLException("in a circle", "40001");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(calls).doesNotContain("abort").endsWith("limit 7", "close");
    }
}
