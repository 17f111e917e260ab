package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.testservers.needs.NeedsMaria;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The application's connection keeps its own idle limit, whether its transaction was committed or not. */
@NeedsMaria
class MariaIdleLimitTest {

    private static final Duration LONG_IDLE = Duration.ofMinutes(1);

    private final TwoProcessGroup group = new TwoProcessGroup(TestDatabase.maria(TestDatabase.READ_COMMITTED));

    @AfterEach
    void closeGroup() {
        group.close();
    }

    @Test
    void theLimitIsRestoredAfterACommitAndAfterARefusal() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        Connection connection = group.working("one");
        try {
            limit(connection, "77");
            group.board().commit(connection, List.of(x));
            assertThat(limit(connection)).isEqualTo(77);
            group.eject(a);
            assertThatThrownBy(() -> group.board().commit(connection, List.of(x)))
                    .isInstanceOf(StaleHoldException.class);
            assertThat(limit(connection)).isEqualTo(77);
        } finally {
            limit(connection, "DEFAULT");
            TwoProcessGroup.end(connection);
        }
    }

    @Test
    void theLimitOfAWholeTransactionIsRestoredToo() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        try (Connection connection = group.database.pool().getConnection()) {
            limit(connection, "77");
            for (boolean committed : new boolean[] {true, false, true}) {
                try (FencedTransaction transaction = group.board().begin(connection, LONG_IDLE)) {
                    assertThat(limit(connection)).isEqualTo(LONG_IDLE.toSeconds());
                    if (committed) {
                        transaction.commit(List.of(x));
                    }
                }
                assertThat(limit(connection)).isEqualTo(77);
            }
            limit(connection, "DEFAULT");
        }
    }

    @Test
    void aLongIdleLimitIsTightenedOnRequestAndAtTheCommit() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        try (Connection connection = group.database.pool().getConnection()) {
            AtomicLong atCommit = new AtomicLong();
            Connection watched = before(connection, "commit", () -> atCommit.set(limit(connection)));
            for (boolean tightened : new boolean[] {true, false}) {
                try (FencedTransaction transaction = group.board().begin(watched, LONG_IDLE)) {
                    if (tightened) {
                        transaction.tightenIdleLimit();
                        assertThat(limit(connection)).isPositive().isLessThan(LONG_IDLE.toSeconds());
                    }
                    transaction.commit(List.of(x));
                }
                assertThat(atCommit.getAndSet(0)).isPositive().isLessThan(LONG_IDLE.toSeconds());
            }
        }
    }

    /** A step that runs before a call. */
    private interface Step {
        void run() throws SQLException;
    }

    private static Connection before(Connection connection, String call, Step step) {
        return (Connection) Proxy.newProxyInstance(
                MariaIdleLimitTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(call)) {
                        step.run();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void aConnectionThatBreaksAfterTheCommitDoesNotMakeItAFailure() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        Connection connection = group.working("committed");
        AtomicBoolean committed = new AtomicBoolean();
        Connection breaking = before(connection, "createStatement", () -> {
            if (committed.get()) {
                throw new SQLException("broken by a test", "08006");
            }
        });
        group.board().commit(before(breaking, "commit", () -> committed.set(true)), List.of(x));
        limit(connection, "DEFAULT");
        TwoProcessGroup.end(connection);
        assertThat(group.isDone("committed")).isTrue();
    }

    private static void limit(Connection connection, String seconds) throws SQLException {
        try (Statement set = connection.createStatement()) {
            set.execute("SET SESSION idle_transaction_timeout = " + seconds);
        }
    }

    private static long limit(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT @@SESSION.idle_transaction_timeout")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
