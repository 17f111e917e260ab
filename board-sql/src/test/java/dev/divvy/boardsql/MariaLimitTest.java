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

/** The application's connection keeps the limit that it had, whatever became of its transaction. */
@NeedsMaria
class MariaLimitTest {

    private static final Duration PATIENT = Duration.ofMinutes(1);

    private final Stage stage = new Stage(Place.maria(Place.READ_COMMITTED));

    @AfterEach
    void everybodyGoes() {
        stage.close();
    }

    @Test
    void theLimitIsPutBackAfterACommitAndAfterARefusal() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        Connection connection = stage.working("one");
        try {
            limit(connection, "77");
            stage.board().commit(connection, List.of(x));
            assertThat(limit(connection)).isEqualTo(77);
            stage.eject(a);
            assertThatThrownBy(() -> stage.board().commit(connection, List.of(x)))
                    .isInstanceOf(StaleHoldException.class);
            assertThat(limit(connection)).isEqualTo(77);
        } finally {
            limit(connection, "DEFAULT");
            Stage.end(connection);
        }
    }

    @Test
    void theLimitOfAWholeTransactionIsPutBackToo() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        try (Connection connection = stage.place.pool().getConnection()) {
            limit(connection, "77");
            for (boolean committed : new boolean[] {true, false, true}) {
                try (FencedTransaction transaction = stage.board().begin(connection, PATIENT)) {
                    assertThat(limit(connection)).isEqualTo(PATIENT.toSeconds());
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
    void aPatientTransactionIsTightenedWhenItIsToldSoAndAtItsCommit() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        try (Connection connection = stage.place.pool().getConnection()) {
            AtomicLong atCommit = new AtomicLong();
            Connection watched = before(connection, "commit", () -> atCommit.set(limit(connection)));
            for (boolean told : new boolean[] {true, false}) {
                try (FencedTransaction transaction = stage.board().begin(watched, PATIENT)) {
                    if (told) {
                        transaction.tighten();
                        assertThat(limit(connection)).isPositive().isLessThan(PATIENT.toSeconds());
                    }
                    transaction.commit(List.of(x));
                }
                assertThat(atCommit.getAndSet(0)).isPositive().isLessThan(PATIENT.toSeconds());
            }
        }
    }

    /** Something that is done beside a call. */
    private interface Step {
        void run() throws SQLException;
    }

    private static Connection before(Connection connection, String call, Step step) {
        return (Connection) Proxy.newProxyInstance(
                MariaLimitTest.class.getClassLoader(),
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
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        Connection connection = stage.working("committed");
        AtomicBoolean committed = new AtomicBoolean();
        Connection breaking = before(connection, "createStatement", () -> {
            if (committed.get()) {
                throw new SQLException("broken by a test", "08006");
            }
        });
        stage.board().commit(before(breaking, "commit", () -> committed.set(true)), List.of(x));
        limit(connection, "DEFAULT");
        Stage.end(connection);
        assertThat(stage.isDone("committed")).isTrue();
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
