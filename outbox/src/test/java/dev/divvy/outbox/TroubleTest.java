package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.MariaServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The database is away, its pool is small, its sessions are elsewhere, its packets are short. */
class TroubleTest {

    @Test
    void aPoolOfTwoConnectionsIsEnough() throws Exception {
        handleAll(Database.with(DatabaseKind.H2, 2, pool -> {}));
    }

    @Test
    @NeedsPostgres
    void aPoolOfThreeConnectionsIsEnoughForPostgresWhichHasOneToListen() throws Exception {
        handleAll(Database.with(DatabaseKind.POSTGRESQL, 3, pool -> {}));
    }

    private static void handleAll(Database database) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        try (Scene scene = new Scene(database)) {
            scene.send(IntStream.range(0, 2000)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                    .toList());
            scene.process("a", Scene.QUICK.withWorkers(4), Handling.each(event -> handled.incrementAndGet()));
            scene.untilDone();
        }
        assertThat(handled).hasValue(2000);
    }

    @Test
    void handlersThatHangInsideGiveTheirConnectionsBack() throws Exception {
        hangInside(Database.with(DatabaseKind.H2, 3, pool -> {}));
    }

    @Test
    @NeedsPostgres
    void handlersThatHangInsideGiveTheirConnectionsBackOnPostgres() throws Exception {
        hangInside(Database.with(DatabaseKind.POSTGRESQL, 4, pool -> {}));
    }

    private static void hangInside(Database database) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (Scene scene = new Scene(database)) {
            scene.send(IntStream.range(0, 4)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                    .toList());
            scene.process(
                    "a",
                    Scene.QUICK
                            .withWorkers(1)
                            .withBatchSize(1)
                            .withAttempts(1)
                            .withHandlerTimeout(Duration.ofMillis(100)),
                    Handling.eachInside((connection, event) -> awaitStubbornly(over)));
            scene.untilDone();
            assertThat(scene.outbox().admin().aborted(10)).hasSize(4);
        } finally {
            over.countDown();
        }
    }

    @Test
    void whoHangsInsideWhenTheProcessorClosesKeepsNoConnection() throws Exception {
        HikariDataSource pool = (HikariDataSource)
                Database.with(DatabaseKind.H2, 5, settings -> {}).source();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        OutboxSettings hasty = Scene.SETTINGS
                .withTable(Database.newTable())
                .withTiming(Scene.SETTINGS.timing().withGrace(Duration.ofMillis(500)));
        try {
            try (Scene scene = new Scene(new Database(DatabaseKind.H2, pool), hasty)) {
                scene.send("Order", "1", "");
                scene.process("a", Scene.QUICK, Handling.eachInside((connection, event) -> {
                    began.countDown();
                    awaitStubbornly(over);
                }));
                began.await();
            }
            Scene.until(
                    "all connections are back", () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        } finally {
            over.countDown();
        }
    }

    private static void awaitStubbornly(CountDownLatch over) {
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                // Stubbornly.
            }
        }
    }

    @Test
    void eventsAreHandledWhenTheDatabaseComesBack() throws Exception {
        Away away = new Away(Database.of(DatabaseKind.H2).source());
        AtomicInteger handled = new AtomicInteger();
        try (Scene scene = new Scene(new Database(DatabaseKind.H2, away))) {
            scene.process("a", Scene.QUICK, Handling.each(event -> {
                away.refuse(handled.incrementAndGet() == 1);
            }));
            scene.send("Order", "1", "");
            Scene.until("its completion is refused", () -> away.refusals() > 3);
            away.refuse(false);
            scene.untilDone();
            assertThat(handled).hasValueBetween(2, 2);
        }
    }

    @Test
    void insideTooTheDatabaseBeingAwayIsNoFailureOfAnEvent() throws Exception {
        Away away = new Away(Database.of(DatabaseKind.H2).source());
        AtomicInteger handled = new AtomicInteger();
        try (Scene scene = new Scene(new Database(DatabaseKind.H2, away))) {
            Processor processor =
                    scene.process("a", Scene.QUICK.withAttempts(1), Handling.eachInside((connection, event) -> {
                        if (handled.incrementAndGet() == 1) {
                            away.refuse(true);
                            connection.unwrap(org.h2.jdbc.JdbcConnection.class).close();
                        }
                    }));
            scene.send("Order", "1", "");
            Scene.until("connections are refused", () -> away.refusals() > 3);
            away.refuse(false);
            Scene.until("it is completed", () -> processor.stats().completed() == 1);
            assertThat(scene.pending()).isZero();
            assertThat(processor.stats().failed()).isZero();
        }
    }

    @Test
    @Timeout(60)
    void closingEndsAlsoWhenTheDatabaseDoesNotAnswer() throws Exception {
        Away away = new Away(Database.of(DatabaseKind.H2).source());
        CountDownLatch began = new CountDownLatch(1);
        // Closing waits for as long as the expiration lets a call take.
        OutboxSettings hasty =
                Scene.SETTINGS.withTable(Database.newTable()).withPulse(Duration.ofMillis(250), Duration.ofSeconds(4));
        try (Scene scene = new Scene(new Database(DatabaseKind.H2, away), hasty)) {
            Processor processor = scene.process("a", Scene.QUICK, Handling.each(event -> {
                away.hang(true);
                began.countDown();
            }));
            scene.send("Order", "1", "");
            began.await();
            Scene.until("somebody hangs", () -> away.hanging() > 0);
            processor.close();
            away.hang(false);
            assertThat(scene.pending()).isEqualTo(1);
        }
    }

    @Test
    @NeedsMaria
    void sessionsInAnyTimeZoneAgreeOnWhatIsDue() throws Exception {
        Database tokyo =
                Database.with(DatabaseKind.MARIADB, 10, pool -> pool.setConnectionInitSql("SET time_zone = '+09:00'"));
        Database west =
                Database.with(DatabaseKind.MARIADB, 10, pool -> pool.setConnectionInitSql("SET time_zone = '-08:00'"));
        AtomicInteger handled = new AtomicInteger();
        OutboxSettings settings = Scene.SETTINGS.withTable(Database.newTable());
        try (Scene first = new Scene(tokyo, settings);
                Scene second = new Scene(west, settings)) {
            Processor one = first.process(
                    "a", Scene.QUICK.withRetryDelay(Duration.ofHours(1), Duration.ofHours(1)), Handling.each(event -> {
                        throw new IllegalStateException("no");
                    }));
            first.send("Order", "1", "");
            Scene.until("it has failed", () -> one.stats().failed() == 1);
            one.close();
            second.process("b", Scene.QUICK, Handling.each(event -> handled.incrementAndGet()));
            second.send("Order", "2", "");
            Scene.until("another is completed", () -> second.pending() == 1);
            assertThat(handled).hasValue(1);
            second.run("UPDATE " + settings.table() + " SET process_after = NULL");
            second.untilDone();
            assertThat(handled).hasValue(2);
        }
    }

    @Test
    @NeedsMaria
    void aPayloadThatTheServerDoesNotTakeIsRefusedClearly() throws Exception {
        try (MariaServer small = MariaServer.start(Map.of("max-allowed-packet", "1M"));
                Connection connection =
                        DriverManager.getConnection(small.jdbcUrl("small"), small.user(), small.password());
                Outbox outbox = new Outbox(
                        Database.of(DatabaseKind.MARIADB).source(), DatabaseKind.MARIADB, OutboxSettings.defaults())) {
            for (String statement : outbox.schemaStatements()) {
                try (var run = connection.createStatement()) {
                    run.execute(statement);
                }
            }
            assertThatThrownBy(() -> outbox.send(
                            connection, List.of(new Message("Order", "1", Payload.of(new byte[10 * 1024 * 1024])))))
                    .hasMessageContaining("message of Order 1 with 10485760 bytes")
                    .hasMessageContaining("max_allowed_packet");
        }
    }
}
