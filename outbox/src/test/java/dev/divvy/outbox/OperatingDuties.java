package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is promised to those who operate it, in any database. */
abstract class OperatingDuties {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final ProcessorSettings HARDLY_POLLS = Scene.QUICK.withPollingInterval(HOUR);

    private static final long USUAL_COMMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MOST_SENDS = 10;

    private final Queue<Event> handled = new ConcurrentLinkedQueue<>();
    private Scene scene;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        scene = new Scene(database());
    }

    @AfterEach
    void end() {
        scene.close();
    }

    private void insertPlainly(String id) throws Exception {
        scene.run("INSERT INTO " + scene.table() + " (entity_name, entity_id, entity_id_hash) VALUES ('Order', '" + id
                + "', " + EventTable.hash(id) + ")");
    }

    @Test
    void processorsOfTheSameProcessAreWokenAtOnce() throws Exception {
        Processor processor = scene.process("a", HARDLY_POLLS, Handling.each(handled::add));
        assertThat(processor.membership().awaitRunning(Duration.ofSeconds(30))).isTrue();
        for (int i = 1; i <= 20; i++) {
            int count = i;
            scene.send("Order", "1", "");
            Scene.until("it is handled although nobody polls", () -> handled.size() == count);
        }
    }

    @Test
    void aSendWhoseCommitNobodyTellsOfIsLookedForSoon() throws Exception {
        Processor processor = scene.process("a", HARDLY_POLLS, Handling.each(handled::add));
        assertThat(processor.membership().awaitRunning(Duration.ofSeconds(30))).isTrue();
        for (int i = 1; !isLookedFor(i); i++) {
            assertThat(i).as("sends whose commits came too late").isLessThan(MOST_SENDS);
        }
    }

    /** It is looked for while a commit takes no longer than usual; one that took longer may not be found, and says nothing. */
    private boolean isLookedFor(int count) throws Exception {
        long began = System.nanoTime();
        scene.in(connection -> {
            scene.outbox().send(connection, "Order", "1", "");
            return true;
        });
        long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        boolean usual = System.nanoTime() - began < USUAL_COMMIT_NANOS;
        Scene.until(
                "it is handled although nobody polls",
                () -> handled.size() == count || (!usual && System.nanoTime() - late > 0));
        return handled.size() == count;
    }

    @Test
    void plainInsertsAreToldOfByPostgresAndPolledForElsewhere() throws Exception {
        boolean tells = database().product() == DatabaseKind.POSTGRESQL;
        Processor processor = scene.process("a", tells ? HARDLY_POLLS : Scene.QUICK, Handling.each(handled::add));
        assertThat(processor.membership().awaitRunning(Duration.ofSeconds(30))).isTrue();
        Scene.until("it listens", () -> !tells || scene.outbox().boards().isListening());
        for (int i = 1; i <= 5; i++) {
            int count = i;
            insertPlainly("plain " + i);
            Scene.until("it is handled", () -> handled.size() == count);
        }
    }

    @Test
    void aRetryIsNotForgottenByAProcessorThatHardlyPolls() throws Exception {
        scene.process("a", HARDLY_POLLS, Handling.each(event -> {
            handled.add(event);
            if (event.attempt() < 3) {
                throw new IllegalStateException("again");
            }
        }));
        scene.send("Order", "1", "");
        scene.untilDone();
        assertThat(handled.stream().map(Event::attempt)).containsExactly(1, 2, 3);
    }

    @Test
    void completedEventsAreKeptForAWhileWhereThatIsAskedFor() throws Exception {
        ProcessorSettings keeping = Scene.QUICK.withKeepDone(HOUR);
        Processor first = scene.process("a", keeping, Handling.each(handled::add));
        for (int i = 0; i < 30; i++) {
            scene.send("Order", Integer.toString(i), "");
        }
        scene.untilDone();
        assertThat(scene.outbox().admin().backlog().done()).isEqualTo(30);
        assertThat(scene.ask("SELECT DISTINCT status FROM " + scene.table() + " WHERE done_at IS NOT NULL"))
                .containsExactly("DONE");
        first.close();
        scene.process("b", Scene.QUICK.withKeepDone(Duration.ofMillis(1)), Handling.each(handled::add));
        Scene.until(
                "they were kept long enough",
                () -> scene.outbox().admin().backlog().done() == 0);
        assertThat(handled).hasSize(30);
    }

    @Test
    void theBacklogCountsWhatThereIs() throws Exception {
        Processor processor =
                scene.process("a", Scene.QUICK.withRetryDelay(HOUR, HOUR).withAttempts(2), Handling.each(event -> {
                    if (event.entityId().equals("bad")) {
                        throw new IllegalStateException("bad");
                    }
                }));
        scene.send("Order", "bad", "");
        scene.send("Order", "bad", "");
        scene.send("Order", "good", "");
        Scene.until(
                "they were tried",
                () -> processor.stats().failed() == 1 && processor.stats().completed() == 1);
        Backlog backlog = scene.outbox().admin().backlog();
        assertThat(backlog.pending()).isEqualTo(2);
        assertThat(backlog.retrying()).isEqualTo(1);
        assertThat(backlog.aborted()).isZero();
        assertThat(backlog.oldest()).hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ZERO, HOUR));
    }

    @Test
    void aSuspendedProcessorHandlesNothingUntilItGoesOn() throws Exception {
        Processor processor = scene.process("a", Scene.QUICK, Handling.each(handled::add));
        scene.send("Order", "1", "");
        scene.untilDone();
        processor.suspend();
        Scene.until("it holds nothing", () -> processor.membership().portion().isEmpty());
        scene.send("Order", "2", "");
        assertThat(scene.pending()).isEqualTo(1);
        processor.resume();
        scene.untilDone();
    }

    /** What it had read before is of another time, and a hundred such batches are no hundred failures. */
    @Test
    void aProcessorThatGoesOnIsNotHeldUpByWhatItHadReadBefore() throws Exception {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(Message.of("Order", Integer.toString(i), ""));
        }
        CountDownLatch suspended = new CountDownLatch(1);
        Processor processor =
                scene.process("a", Scene.QUICK.withBatchSize(1), Handling.batch(events -> suspended.await()));
        scene.send(messages);
        Scene.until("much was read", () -> processor.stats().read() >= 400);
        processor.suspend();
        Scene.until("it holds nothing", () -> processor.membership().portion().isEmpty());
        suspended.countDown();
        processor.resume();
        scene.untilDone();
        assertThat(processor.stats().failed()).isZero();
    }

    @Test
    void whatIsBeingHandledIsCompletedBeforeAProcessorCloses() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        OutboxSettings patient = Scene.SETTINGS
                .withTable(Database.newTable())
                .withTiming(Scene.SETTINGS.timing().withGrace(Duration.ofSeconds(30)));
        try (Scene slow = new Scene(database(), patient)) {
            Processor processor = slow.process("a", Scene.QUICK, Handling.each(event -> {
                began.countDown();
                goOn.await();
            }));
            slow.send("Order", "1", "");
            slow.send("Order", "1", "the next is not begun");
            began.await();
            Thread closing = new Thread(processor::close, "closing");
            closing.start();
            Scene.until("it closes", () -> processor.membership().portion().isEmpty());
            goOn.countDown();
            closing.join();
            assertThat(slow.pending()).isEqualTo(1);
        }
    }
}
