package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Eight processors, a short pulse interval and the highest isolation level: deadlocked transactions are retried, and nothing is stuck. */
class DeadlockTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final int PROCESSORS = 8;
    private static final int PER_TRANSACTION = 200;

    @Test
    @NeedsPostgres
    void nothingIsStuckOnPostgres() throws Exception {
        run(DatabaseKind.POSTGRESQL);
    }

    @Test
    @NeedsMaria
    void nothingIsStuckOnMaria() throws Exception {
        run(DatabaseKind.MARIADB);
    }

    private static void run(DatabaseKind kind) throws Exception {
        Database serializable =
                Database.with(kind, 60, pool -> pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE"));
        OutboxSettings settings = OutboxFixture.SETTINGS
                .withTable(Database.newTable())
                .withPulse(Duration.ofMillis(50), Duration.ofSeconds(10));
        try (OutboxFixture fixture = new OutboxFixture(serializable, settings)) {
            Map<Long, LongAdder> handled = new ConcurrentHashMap<>();
            List<Processor> processors = new ArrayList<>();
            ProcessorSettings processing =
                    OutboxFixture.QUICK.withBatchSize(5).withWorkers(2).withAttempts(50);
            for (int i = 0; i < PROCESSORS; i++) {
                // Handlers inside complete at SERIALIZABLE, the others at READ COMMITTED.
                HandlingMode handling = i % 2 == 0
                        ? HandlingMode.eachInside((connection, event) -> handle(event, handled))
                        : HandlingMode.each(event -> handle(event, handled));
                processors.add(fixture.process("p" + i, processing, handling));
            }
            long sent = send(fixture);
            OutboxFixture.until("nothing is pending", () -> pendingAtMost(fixture, 0));
            OutboxFixture.until("all are counted", () -> completed(processors) >= sent);
            long completed = completed(processors);
            System.out.printf(
                    "%s: %d events, %d completed, %d transactions retried, %d completions refused%n",
                    kind,
                    sent,
                    completed,
                    sum(processors.stream().map(p -> p.stats().retried()).toList()),
                    sum(processors.stream().map(p -> p.stats().refused()).toList()));
            assertThat(handled).hasSize((int) sent);
            assertThat(completed).isEqualTo(sent);
            assertThat(fixture.query("SELECT COUNT(*) FROM " + fixture.table())).containsExactly("0");
        }
    }

    private static long completed(List<Processor> processors) {
        return sum(processors.stream().map(p -> p.stats().completed()).toList());
    }

    private static void handle(Event event, Map<Long, LongAdder> handled) {
        if (event.id() % 41 == 0 && event.attempt() == 1) {
            throw new IllegalStateException("the first time");
        }
        handled.computeIfAbsent(event.id(), id -> new LongAdder()).increment();
    }

    private static long send(OutboxFixture fixture) throws Exception {
        long until = System.nanoTime() + (Boolean.getBoolean("divvy.long") ? LONG : SHORT).toNanos();
        long sent = 0;
        while (System.nanoTime() - until < 0) {
            long from = sent;
            List<Message> messages = IntStream.range(0, PER_TRANSACTION)
                    .mapToObj(i -> Message.of("Order", Long.toString((from + i) % 997)))
                    .toList();
            sendUntilCommitted(fixture, messages);
            sent += PER_TRANSACTION;
            OutboxFixture.until("there is not too much", () -> pendingAtMost(fixture, 3000));
        }
        return sent;
    }

    /** Returns false when the query is refused, which may happen at this isolation level. */
    private static boolean pendingAtMost(OutboxFixture fixture, long max) {
        try {
            return fixture.pending() <= max;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Sends, again if the database refuses, which may happen at this isolation level. */
    private static void sendUntilCommitted(OutboxFixture fixture, List<Message> messages) throws Exception {
        OutboxFixture.until("they are sent", () -> {
            try {
                fixture.send(messages);
                return true;
            } catch (SQLException e) {
                return false;
            }
        });
    }

    private static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }
}
