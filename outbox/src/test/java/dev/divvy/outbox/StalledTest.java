package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.TargetUnavailableException;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A processor that pulses but cannot work gives its share to the others, and takes it again when it can. */
class StalledTest {

    private static final ProcessorSettings IMPATIENT = OutboxFixture.QUICK.withStalledAfter(Duration.ofSeconds(1));
    private static final int EVENTS = 200;

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
            second.untilDone();
            source.refuse(false);
            source.refuseTo("");
            OutboxFixture.until("it has its share again", () -> holds(a, 128));
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
        processor.membership().listen(new Listener() {
            @Override
            public void lost(HeldPieces portion, LossReason reason) {
                losses.incrementAndGet();
            }
        });
        long began = System.nanoTime();
        OutboxFixture.until(
                "several limits are over",
                () -> System.nanoTime() - began
                        > IMPATIENT.stalledAfter().multipliedBy(3).toNanos());
        assertThat(losses).hasValue(0);
    }
}
