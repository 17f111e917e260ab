package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
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

/** The database is not available, its pool is small, its sessions have other time zones, its packets are small. */
class ProblemTest {

    @Test
    void aPoolOfTwoConnectionsIsEnough() throws Exception {
        handleAll(Database.with(DatabaseKind.H2, 2, pool -> {}));
    }

    @Test
    @NeedsPostgres
    void aPoolOfThreeConnectionsIsEnoughOnPostgresWhereOneListens() throws Exception {
        handleAll(Database.with(DatabaseKind.POSTGRESQL, 3, pool -> {}));
    }

    private static void handleAll(Database database) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fixture.send(IntStream.range(0, 2000)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                    .toList());
            fixture.process(
                    "a", OutboxFixture.QUICK.withWorkers(4), HandlingMode.each(event -> handled.incrementAndGet()));
            fixture.untilDone();
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
        try (OutboxFixture fixture = new OutboxFixture(database)) {
            fixture.send(IntStream.range(0, 4)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                    .toList());
            fixture.process(
                    "a",
                    OutboxFixture.QUICK
                            .withWorkers(1)
                            .withBatchSize(1)
                            .withAttempts(1)
                            .withHandlerTimeout(Duration.ofMillis(100)),
                    HandlingMode.eachInside((connection, event) -> awaitUninterruptibly(over)));
            fixture.untilDone();
            assertThat(fixture.outbox().admin().aborted(10)).hasSize(4);
        } finally {
            over.countDown();
        }
    }

    @Test
    void aHandlerThatHangsInsideKeepsNoConnectionAfterTheProcessorCloses() throws Exception {
        HikariDataSource pool = (HikariDataSource)
                Database.with(DatabaseKind.H2, 5, settings -> {}).source();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        OutboxSettings shortTimes = OutboxFixture.SETTINGS
                .withTable(Database.newTable())
                .withTiming(OutboxFixture.SETTINGS.timing().withGrace(Duration.ofMillis(500)));
        try {
            try (OutboxFixture fixture = new OutboxFixture(new Database(DatabaseKind.H2, pool), shortTimes)) {
                fixture.send("Order", "1", "");
                fixture.process("a", OutboxFixture.QUICK, HandlingMode.eachInside((connection, event) -> {
                    began.countDown();
                    awaitUninterruptibly(over);
                }));
                began.await();
            }
            OutboxFixture.until(
                    "all connections are back", () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        } finally {
            over.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch over) {
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                // Ignored on purpose.
            }
        }
    }

    @Test
    void eventsAreHandledWhenTheDatabaseIsAvailableAgain() throws Exception {
        UnreliableDataSource source =
                new UnreliableDataSource(Database.of(DatabaseKind.H2).source());
        AtomicInteger handled = new AtomicInteger();
        try (OutboxFixture fixture = new OutboxFixture(new Database(DatabaseKind.H2, source))) {
            fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(event -> {
                if (handled.incrementAndGet() == 1) {
                    source.refuse(true);
                }
            }));
            fixture.send("Order", "1", "");
            OutboxFixture.until("its completion is refused", () -> source.refusals() > 3);
            source.refuse(false);
            fixture.untilDone();
            assertThat(handled).hasValueGreaterThan(1);
        }
    }

    @Test
    void aDatabaseThatIsNotAvailableIsNoFailureOfAnEventInsideEither() throws Exception {
        UnreliableDataSource source =
                new UnreliableDataSource(Database.of(DatabaseKind.H2).source());
        AtomicInteger handled = new AtomicInteger();
        try (OutboxFixture fixture = new OutboxFixture(new Database(DatabaseKind.H2, source))) {
            Processor processor = fixture.process(
                    "a", OutboxFixture.QUICK.withAttempts(1), HandlingMode.eachInside((connection, event) -> {
                        if (handled.incrementAndGet() == 1) {
                            source.refuse(true);
                            connection.unwrap(org.h2.jdbc.JdbcConnection.class).close();
                        }
                    }));
            fixture.send("Order", "1", "");
            OutboxFixture.until("connections are refused", () -> source.refusals() > 3);
            source.refuse(false);
            OutboxFixture.until("it is completed", () -> processor.stats().completed() == 1);
            assertThat(fixture.pending()).isZero();
            assertThat(processor.stats().failed()).isZero();
        }
    }

    @Test
    @Timeout(60)
    void closingEndsEvenIfTheDatabaseDoesNotAnswer() throws Exception {
        UnreliableDataSource source =
                new UnreliableDataSource(Database.of(DatabaseKind.H2).source());
        CountDownLatch began = new CountDownLatch(1);
        // Closing waits for as long as a call may take, which follows from the time-to-live.
        OutboxSettings shortTimes = OutboxFixture.SETTINGS
                .withTable(Database.newTable())
                .withPulse(Duration.ofMillis(250), Duration.ofSeconds(4));
        try (OutboxFixture fixture = new OutboxFixture(new Database(DatabaseKind.H2, source), shortTimes)) {
            Processor processor = fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(event -> {
                source.hang(true);
                began.countDown();
            }));
            fixture.send("Order", "1", "");
            began.await();
            OutboxFixture.until("a call hangs", () -> source.hanging() > 0);
            processor.close();
            source.hang(false);
            assertThat(fixture.pending()).isEqualTo(1);
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
        OutboxSettings settings = OutboxFixture.SETTINGS.withTable(Database.newTable());
        try (OutboxFixture first = new OutboxFixture(tokyo, settings);
                OutboxFixture second = new OutboxFixture(west, settings)) {
            Processor processor = first.process(
                    "a",
                    OutboxFixture.QUICK.withRetryDelay(Duration.ofHours(1), Duration.ofHours(1)),
                    HandlingMode.each(event -> {
                        throw new IllegalStateException("no");
                    }));
            first.send("Order", "1", "");
            OutboxFixture.until("it has failed", () -> processor.stats().failed() == 1);
            processor.close();
            second.process("b", OutboxFixture.QUICK, HandlingMode.each(event -> handled.incrementAndGet()));
            second.send("Order", "2", "");
            OutboxFixture.until("another is completed", () -> second.pending() == 1);
            assertThat(handled).hasValue(1);
            second.run("UPDATE " + settings.table() + " SET status = 'PENDING', process_after = NULL");
            second.untilDone();
            assertThat(handled).hasValue(2);
        }
    }

    @Test
    @NeedsMaria
    void aPayloadThatTheServerRefusesIsNamedInTheError() throws Exception {
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
            assertThatThrownBy(() ->
                            outbox.send(connection, List.of(Message.of("Order", "1", new byte[10 * 1024 * 1024]))))
                    .hasMessageContaining("message of Order 1 with 10485760 bytes")
                    .hasMessageContaining("max_allowed_packet");
        }
    }
}
