package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
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

/** Promises to operators, in any database. */
abstract class OperatingContract {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final ProcessorSettings HARDLY_POLLING =
            OutboxFixture.QUICK.withPollingInterval(HOUR).withStalledAfter(HOUR.multipliedBy(4));

    private static final long NORMAL_COMMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MAX_SENDS = 10;

    private final Queue<Event> handled = new ConcurrentLinkedQueue<>();
    private OutboxFixture fixture;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(database());
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private void insertPlainly(String id) throws Exception {
        fixture.run("INSERT INTO " + fixture.table() + " (entity_name, entity_id, entity_id_hash) VALUES ('Order', '"
                + id + "', " + EventTable.hash(id) + ")");
    }

    @Test
    void processorsOfTheSameProcessAreWokenAtOnce() throws Exception {
        Processor processor = fixture.process("a", HARDLY_POLLING, HandlingMode.each(handled::add));
        assertThat(processor.membership().awaitRunning(Duration.ofSeconds(30))).isTrue();
        for (int i = 1; i <= 20; i++) {
            int count = i;
            fixture.send("Order", "1", "");
            OutboxFixture.until("it is handled before the next poll", () -> handled.size() == count);
        }
    }

    @Test
    void aSendWithoutANotificationOfItsCommitIsFoundSoon() throws Exception {
        Processor processor = fixture.process("a", HARDLY_POLLING, HandlingMode.each(handled::add));
        assertThat(processor.membership().awaitRunning(Duration.ofSeconds(30))).isTrue();
        for (int i = 1; !isFound(i); i++) {
            assertThat(i).as("sends whose commits came too late").isLessThan(MAX_SENDS);
        }
    }

    /** Returns whether an event was found. One whose commit took unusually long may not be found, which proves nothing. */
    private boolean isFound(int count) throws Exception {
        long began = System.nanoTime();
        fixture.in(connection -> {
            fixture.outbox().send(connection, "Order", "1", "");
            return true;
        });
        long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        boolean usual = System.nanoTime() - began < NORMAL_COMMIT_NANOS;
        OutboxFixture.until(
                "it is handled before the next poll",
                () -> handled.size() == count || (!usual && System.nanoTime() - late > 0));
        return handled.size() == count;
    }

    @Test
    void plainInsertsAreNotifiedByPostgresAndPolledElsewhere() throws Exception {
        boolean notifies = database().kind() == DatabaseKind.POSTGRESQL;
        Processor processor =
                fixture.process("a", notifies ? HARDLY_POLLING : OutboxFixture.QUICK, HandlingMode.each(handled::add));
        assertThat(processor.membership().awaitRunning(Duration.ofSeconds(30))).isTrue();
        OutboxFixture.until(
                "it listens", () -> !notifies || fixture.outbox().boards().isListening());
        for (int i = 1; i <= 5; i++) {
            int count = i;
            insertPlainly("plain " + i);
            OutboxFixture.until("it is handled", () -> handled.size() == count);
        }
    }

    @Test
    void aRetryIsNotForgottenByAProcessorThatHardlyPolls() throws Exception {
        fixture.process("a", HARDLY_POLLING, HandlingMode.each(event -> {
            handled.add(event);
            if (event.attempt() < 3) {
                throw new IllegalStateException("again");
            }
        }));
        fixture.send("Order", "1", "");
        fixture.untilDone();
        assertThat(handled.stream().map(Event::attempt)).containsExactly(1, 2, 3);
    }

    @Test
    void completedEventsAreKeptForAsLongAsTheSettingsSay() throws Exception {
        ProcessorSettings keeping = OutboxFixture.QUICK.withKeepDone(HOUR);
        Processor first = fixture.process("a", keeping, HandlingMode.each(handled::add));
        for (int i = 0; i < 30; i++) {
            fixture.send("Order", Integer.toString(i), "");
        }
        fixture.untilDone();
        assertThat(fixture.outbox().admin().backlog().done()).isEqualTo(30);
        assertThat(fixture.query("SELECT DISTINCT status FROM " + fixture.table() + " WHERE done_at IS NOT NULL"))
                .containsExactly("DONE");
        first.close();
        fixture.process("b", OutboxFixture.QUICK.withKeepDone(Duration.ofMillis(1)), HandlingMode.each(handled::add));
        OutboxFixture.until(
                "they were kept long enough",
                () -> fixture.outbox().admin().backlog().done() == 0);
        assertThat(handled).hasSize(30);
    }

    @Test
    void theBacklogCountsEventsByState() throws Exception {
        Processor processor = fixture.process(
                "a", OutboxFixture.QUICK.withRetryDelay(HOUR, HOUR).withAttempts(2), HandlingMode.each(event -> {
                    if (event.entityId().equals("bad")) {
                        throw new IllegalStateException("bad");
                    }
                }));
        fixture.send("Order", "bad", "");
        fixture.send("Order", "bad", "");
        fixture.send("Order", "good", "");
        OutboxFixture.until(
                "they were tried",
                () -> processor.stats().failed() == 1 && processor.stats().completed() == 1);
        Backlog backlog = fixture.outbox().admin().backlog();
        assertThat(backlog.pending()).isEqualTo(2);
        assertThat(backlog.retrying()).isEqualTo(1);
        assertThat(backlog.aborted()).isZero();
        assertThat(backlog.oldest()).hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ZERO, HOUR));
    }

    @Test
    void aSuspendedProcessorHandlesNothingUntilItIsResumed() throws Exception {
        Processor processor = fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(handled::add));
        fixture.send("Order", "1", "");
        fixture.untilDone();
        processor.suspend();
        OutboxFixture.until(
                "it holds nothing", () -> processor.membership().portion().isEmpty());
        fixture.send("Order", "2", "");
        assertThat(fixture.pending()).isEqualTo(1);
        processor.resume();
        fixture.untilDone();
    }

    /** Rows that were read before the suspension are out of date, and a hundred such batches are not a hundred failures. */
    @Test
    void aResumedProcessorIsNotDelayedByRowsThatItReadBefore() throws Exception {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(Message.of("Order", Integer.toString(i), ""));
        }
        CountDownLatch suspended = new CountDownLatch(1);
        Processor processor = fixture.process(
                "a", OutboxFixture.QUICK.withBatchSize(1), HandlingMode.batch(events -> suspended.await()));
        fixture.send(messages);
        OutboxFixture.until("much was read", () -> processor.stats().read() >= 400);
        processor.suspend();
        OutboxFixture.until(
                "it holds nothing", () -> processor.membership().portion().isEmpty());
        suspended.countDown();
        processor.resume();
        fixture.untilDone();
        assertThat(processor.stats().failed()).isZero();
    }

    @Test
    void runningHandlersAreCompletedBeforeAProcessorCloses() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        OutboxSettings longGrace = OutboxFixture.SETTINGS
                .withTable(Database.newTable())
                .withTiming(OutboxFixture.SETTINGS.timing().withGrace(Duration.ofSeconds(30)));
        try (OutboxFixture slow = new OutboxFixture(database(), longGrace)) {
            Processor processor = slow.process("a", OutboxFixture.QUICK, HandlingMode.each(event -> {
                began.countDown();
                goOn.await();
            }));
            slow.send("Order", "1", "");
            slow.send("Order", "1", "the next is not started");
            began.await();
            Thread closing = new Thread(processor::close, "closing");
            closing.start();
            OutboxFixture.until(
                    "it closes", () -> processor.membership().portion().isEmpty());
            goOn.countDown();
            closing.join();
            assertThat(slow.pending()).isEqualTo(1);
        }
    }
}
