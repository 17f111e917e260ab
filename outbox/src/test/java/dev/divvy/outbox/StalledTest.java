package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.Subscription;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.TargetUnavailableException;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A processor that pulses but cannot work gives its share to the others, and takes it again when it can. */
class StalledTest {

    private static final ProcessorSettings IMPATIENT = OutboxFixture.QUICK.withStalledAfter(Duration.ofSeconds(1));
    private static final int EVENTS = 200;
    private static final int POOL_SIZE = 5;
    private static final int POOL_TIMEOUT_MILLIS = 300;

    private interface Fault {
        void begin(UnreliableDataSource source);
    }

    @Test
    void aProcessorWithoutConnectionsGivesItsShareUpAndComesBack() throws Exception {
        run(DatabaseKind.H2, source -> source.refuse(true));
    }

    @Test
    @NeedsPostgres
    void aProcessorWithoutConnectionsGivesItsShareUpAndComesBackOnPostgres() throws Exception {
        run(DatabaseKind.POSTGRESQL, source -> source.refuse(true));
    }

    @Test
    @NeedsMaria
    void aProcessorWithoutConnectionsGivesItsShareUpAndComesBackOnMaria() throws Exception {
        run(DatabaseKind.MARIADB, source -> source.refuse(true));
    }

    @Test
    void aProcessorThatReadsButCannotCompleteGivesItsShareUp() throws Exception {
        run(DatabaseKind.H2, source -> source.refuseTo("divvy-outbox-worker"));
    }

    /** The application leaks connections: the pool has none left for the outbox, whose pulse has one of its own. */
    @Test
    void aProcessorWhosePoolIsExhaustedGivesItsShareUpAndTakesItWhenConnectionsComeBack() throws Exception {
        OutboxSettings settings = OutboxFixture.SETTINGS.withTable(Database.newTable());
        Database leaking =
                Database.with(DatabaseKind.H2, POOL_SIZE, pool -> pool.setConnectionTimeout(POOL_TIMEOUT_MILLIS));
        List<Connection> leaked = new ArrayList<>();
        try (HikariDataSource pool = leaking.pool();
                OutboxFixture first = new OutboxFixture(leaking, settings);
                OutboxFixture second = new OutboxFixture(Database.of(DatabaseKind.H2), settings)) {
            Processor a = first.process("a", IMPATIENT, HandlingMode.each(event -> {}));
            Processor b = second.process("b", IMPATIENT, HandlingMode.each(event -> {}));
            OutboxFixture.until("each has its share", () -> holds(a, 128) && holds(b, 128));
            OutboxFixture.until("the pool is empty", () -> !leak(pool, leaked));
            OutboxFixture.until("the other has all", () -> {
                leak(pool, leaked);
                return holds(b, 256);
            });
            send(second);
            second.untilDone();
            assertStaysWithoutShare(a, b);
            for (Connection connection : leaked) {
                connection.close();
            }
            OutboxFixture.until("it has its share again", () -> holds(a, 128));
        }
    }

    /** Takes a connection and keeps it; returns whether there was one. */
    private static boolean leak(DataSource pool, List<Connection> leaked) {
        try {
            leaked.add(pool.getConnection());
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Checks it for several times the limit. */
    private static void assertStaysWithoutShare(Processor sick, Processor other) {
        AtomicInteger losses = new AtomicInteger();
        Subscription subscription = other.membership().listen(countingLosses(losses));
        untilLimitsAreOver();
        subscription.close();
        assertThat(losses).hasValue(0);
        assertThat(holds(sick, 0)).isTrue();
    }

    private static void run(DatabaseKind kind, Fault fault) throws Exception {
        Database shared = Database.of(kind);
        UnreliableDataSource source = new UnreliableDataSource(shared.source());
        OutboxSettings settings = OutboxFixture.SETTINGS.withTable(Database.newTable());
        try (OutboxFixture first = new OutboxFixture(new Database(kind, source), settings);
                OutboxFixture second = new OutboxFixture(shared, settings)) {
            Processor a = first.process("a", IMPATIENT, HandlingMode.each(event -> {}));
            Processor b = second.process("b", IMPATIENT, HandlingMode.each(event -> {}));
            OutboxFixture.until("each has its share", () -> holds(a, 128) && holds(b, 128));
            fault.begin(source);
            send(second);
            OutboxFixture.until("it says so", () -> a.status().self().stalled());
            second.untilDone();
            source.refuse(false);
            source.refuseTo("");
            OutboxFixture.until(
                    "it has its share again",
                    () -> holds(a, 128) && !a.status().self().stalled());
            long before = a.stats().completed();
            send(second);
            second.untilDone();
            OutboxFixture.until(
                    "it works again", () -> a.stats().completed() - before > 0 && holds(a, 128) && holds(b, 128));
        }
    }

    private static boolean holds(Processor processor, int tokens) {
        return processor.membership().portion().count() == tokens;
    }

    private static void send(OutboxFixture fixture) throws Exception {
        fixture.send(IntStream.range(0, EVENTS)
                .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                .toList());
    }

    @Test
    void anIdleProcessorIsNotStalledHoweverRarelyItPolls() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.H2))) {
            Processor processor = fixture.process(
                    "a", IMPATIENT.withPollingInterval(Duration.ofHours(1)), HandlingMode.each(event -> {}));
            OutboxFixture.until("it holds all", () -> holds(processor, 256));
            assertKeepsItsShare(processor);
        }
    }

    @Test
    void aProcessorWhoseEventsAllWaitForTheirRetryIsNotStalled() throws Exception {
        Duration hour = Duration.ofHours(1);
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.H2))) {
            Processor processor =
                    fixture.process("a", IMPATIENT.withRetryDelay(hour, hour), HandlingMode.each(event -> {
                        throw new IllegalStateException("not now");
                    }));
            send(fixture);
            OutboxFixture.until("all failed", () -> processor.stats().failed() == EVENTS);
            assertKeepsItsShare(processor);
        }
    }

    @Test
    void aProcessorThatWaitsForItsTargetIsNotStalled() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.H2))) {
            AtomicInteger calls = new AtomicInteger();
            Processor processor = fixture.process("a", IMPATIENT, HandlingMode.each(event -> {
                calls.incrementAndGet();
                throw new TargetUnavailableException("down", Duration.ofHours(1));
            }));
            send(fixture);
            OutboxFixture.until("it was called", () -> calls.get() > 0);
            assertKeepsItsShare(processor);
        }
    }

    /** Checks it for several times the limit. */
    private static void assertKeepsItsShare(Processor processor) {
        AtomicInteger losses = new AtomicInteger();
        processor.membership().listen(countingLosses(losses));
        untilLimitsAreOver();
        assertThat(losses).hasValue(0);
    }

    private static Listener countingLosses(AtomicInteger losses) {
        return new Listener() {
            @Override
            public void lost(HeldPieces portion, LossReason reason) {
                losses.incrementAndGet();
            }
        };
    }

    private static void untilLimitsAreOver() {
        long began = System.nanoTime();
        OutboxFixture.until(
                "several limits are over",
                () -> System.nanoTime() - began
                        > IMPATIENT.stalledAfter().multipliedBy(3).toNanos());
    }
}
