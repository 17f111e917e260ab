package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
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

/** Eight processors, a quick pulse and the strictest isolation: whatever waits in a circle is begun anew, and nothing is stuck. */
class DeadlockTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final int PROCESSORS = 8;
    private static final int AT_A_TIME = 200;

    @Test
    @NeedsPostgres
    void nothingIsStuckOnPostgres() throws Exception {
        hunt(DatabaseKind.POSTGRESQL);
    }

    @Test
    @NeedsMaria
    void nothingIsStuckOnMaria() throws Exception {
        hunt(DatabaseKind.MARIADB);
    }

    private static void hunt(DatabaseKind product) throws Exception {
        Database strict = Database.with(product, 60, pool -> pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE"));
        OutboxSettings settings =
                Scene.SETTINGS.withTable(Database.newTable()).withPulse(Duration.ofMillis(50), Duration.ofSeconds(10));
        try (Scene scene = new Scene(strict, settings)) {
            Map<Long, LongAdder> handled = new ConcurrentHashMap<>();
            List<Processor> processors = new ArrayList<>();
            ProcessorSettings how = Scene.QUICK.withBatchSize(5).withWorkers(2).withAttempts(50);
            for (int i = 0; i < PROCESSORS; i++) {
                // Those inside complete at SERIALIZABLE, the others at READ COMMITTED.
                Handling handling = i % 2 == 0
                        ? Handling.eachInside((connection, event) -> handle(event, handled))
                        : Handling.each(event -> handle(event, handled));
                processors.add(scene.process("p" + i, how, handling));
            }
            long sent = send(scene);
            Scene.until("nothing is pending", () -> pendingAtMost(scene, 0));
            Scene.until("all are counted", () -> completed(processors) >= sent);
            long completed = completed(processors);
            System.out.printf(
                    "%s: %d events, %d completed, %d transactions begun anew, %d completions refused%n",
                    product,
                    sent,
                    completed,
                    sum(processors.stream().map(p -> p.stats().retried()).toList()),
                    sum(processors.stream().map(p -> p.stats().refused()).toList()));
            assertThat(handled).hasSize((int) sent);
            assertThat(completed).isEqualTo(sent);
            assertThat(scene.ask("SELECT COUNT(*) FROM " + scene.table())).containsExactly("0");
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

    private static long send(Scene scene) throws Exception {
        long until = System.nanoTime() + (Boolean.getBoolean("divvy.long") ? LONG : SHORT).toNanos();
        long sent = 0;
        while (System.nanoTime() - until < 0) {
            long from = sent;
            List<Message> messages = IntStream.range(0, AT_A_TIME)
                    .mapToObj(i -> Message.of("Order", Long.toString((from + i) % 997)))
                    .toList();
            sendStrictly(scene, messages);
            sent += AT_A_TIME;
            Scene.until("there is not too much", () -> pendingAtMost(scene, 3000));
        }
        return sent;
    }

    /** Whoever asks at this isolation may be told to begin anew, and does not know yet. */
    private static boolean pendingAtMost(Scene scene, long most) {
        try {
            return scene.pending() <= most;
        } catch (SQLException e) {
            return false;
        }
    }

    /** A sender, too, is asked to begin anew at this isolation. */
    private static void sendStrictly(Scene scene, List<Message> messages) throws Exception {
        Scene.until("they are sent", () -> {
            try {
                scene.send(messages);
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
