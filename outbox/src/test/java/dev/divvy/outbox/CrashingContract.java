package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.TargetUnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Promises about events that end the process that handles them, in any database. A process ends here by losing its database for good, while its
 * handler never returns.
 */
abstract class CrashingContract {

    private static final int NEIGHBOURS = 20;
    private static final int CONNECTIONS = 10;

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    /** The processors that have ended, in order. */
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    private final CountDownLatch testEnded = new CountDownLatch(1);
    private final List<Database> pools = new ArrayList<>();
    private final List<Outbox> outboxes = new ArrayList<>();
    private final List<Processor> processors = new ArrayList<>();
    private OutboxFixture fixture;

    abstract Database database();

    private interface Ending {
        /** Ends the process of a handler, which then never returns. */
        void end(String id) throws Exception;
    }

    private interface Handler {
        void handle(Event event, Ending process) throws Exception;
    }

    @BeforeEach
    void begin() throws Exception {
        OutboxSettings settings = OutboxFixture.SETTINGS.withTiming(
                Timing.of(Duration.ofMillis(200), Duration.ofSeconds(3)).withSettle(Duration.ofMillis(20)));
        fixture = new OutboxFixture(database(), settings.withTable(Database.newTable()));
    }

    @AfterEach
    void end() {
        testEnded.countDown();
        processors.forEach(Processor::close);
        outboxes.forEach(Outbox::close);
        pools.forEach(pool -> pool.pool().close());
        fixture.close();
    }

    /** Starts a processor in a process of its own, as far as the board and the table can tell. */
    private Processor process(String id, ProcessorSettings settings, Handler handler) throws Exception {
        return process(id, settings, ending -> HandlingMode.each(event -> handler.handle(event, ending)));
    }

    private interface Handling {
        HandlingMode with(Ending ending);
    }

    private Processor process(String id, ProcessorSettings settings, Handling handling) throws Exception {
        Database pool = Database.with(database().kind(), CONNECTIONS, unused -> {});
        pools.add(pool);
        UnreliableDataSource source = new UnreliableDataSource(pool.source());
        Outbox outbox = new Outbox(source, database().kind(), fixture.outbox().settings());
        Processor processor = outbox.process(id, settings, handling.with(unused -> {
            ended.add(id);
            source.cut();
            testEnded.await();
        }));
        outboxes.add(outbox);
        processors.add(processor);
        processor.membership().awaitRunning(Duration.ofMinutes(1));
        return processor;
    }

    private void sendBombAndNeighbours() throws SQLException {
        List<Message> messages = new ArrayList<>(IntStream.range(0, NEIGHBOURS)
                .mapToObj(i -> Message.of("Order", Integer.toString(i), ""))
                .toList());
        messages.add(NEIGHBOURS / 2, Message.of("Order", "bomb", ""));
        messages.add(Message.of("Order", "bomb", "later"));
        fixture.send(messages);
    }

    private void explode(Event event, Ending process) throws Exception {
        if (isBomb(event)) {
            process.end("");
        }
        handled.add(event.entityId());
    }

    private static boolean isBomb(Event event) {
        return event.entityId().equals("bomb") && event.payload().text().isEmpty();
    }

    @Test
    void anEventThatEndsItsProcessesIsAbortedAndTheOthersAreHandled() throws Exception {
        for (String id : List.of("a", "b", "c", "d")) {
            process(id, OutboxFixture.QUICK.withAttempts(10), this::explode);
        }
        sendBombAndNeighbours();
        OutboxAdmin admin = fixture.outbox().admin();
        OutboxFixture.until("it is aborted", () -> admin.backlog().aborted() == 1);
        fixture.untilDone();
        AbortedEvent aborted = admin.aborted(10).get(0);
        assertThat(aborted.attempts()).isEqualTo(2);
        assertThat(aborted.error()).isEqualTo("the process ended while this event was handled alone (2)");
        assertThat(ended).as("the first was not marked").hasSize(3);
        assertThat(handled).contains("bomb").containsAll(neighbours());
    }

    @Test
    void afterOneAttemptThatEndedItsProcessTheEntityCanBeHeld() throws Exception {
        ProcessorSettings settings =
                OutboxFixture.QUICK.withCrashAttempts(1).withAfterLastAttempt(AfterLastAttempt.HOLD_ENTITY);
        for (String id : List.of("a", "b", "c")) {
            process(id, settings, this::explode);
        }
        sendBombAndNeighbours();
        OutboxAdmin admin = fixture.outbox().admin();
        OutboxFixture.until("it is held", () -> admin.backlog().held() == 1);
        OutboxFixture.until("its neighbours are handled", () -> handled.containsAll(neighbours()));
        assertThat(handled).doesNotContain("bomb");
        assertThat(ended).hasSize(2);
    }

    @Test
    void aFailureAfterATakeoverIsOneAttempt() throws Exception {
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        process("a", OutboxFixture.QUICK, this::explode);
        sendBombAndNeighbours();
        OutboxFixture.until("it has ended", () -> ended.size() == 1);
        process("b", OutboxFixture.QUICK, (event, process) -> {
            if (isBomb(event)) {
                attempts.add(event.attempt());
                throw new IllegalStateException("a failure");
            }
            handled.add(event.entityId());
        });
        fixture.untilDone();
        assertThat(attempts).containsExactly(1, 2, 3);
        AbortedEvent aborted = fixture.outbox().admin().aborted(10).get(0);
        assertThat(aborted.attempts()).isEqualTo(3);
        assertThat(aborted.error()).contains("a failure");
    }

    /** As a supervisor does: it starts the process again under the same id. */
    @Test
    void aProcessThatIsStartedAgainTakesOverFromItself() throws Exception {
        ProcessorSettings settings = OutboxFixture.QUICK.withCrashAttempts(1);
        process("a", settings, this::explode);
        sendBombAndNeighbours();
        OutboxFixture.until("it has ended", () -> ended.size() == 1);
        process("a", settings, this::explode);
        OutboxFixture.until("it has ended again", () -> ended.size() == 2);
        process("a", settings, this::explode);
        fixture.untilDone();
        assertThat(fixture.outbox().admin().backlog().aborted()).isEqualTo(1);
        assertThat(handled).contains("bomb").containsAll(neighbours());
        assertThat(ended).hasSize(2);
    }

    /** The call of such an event has returned: if its process ends later, it is for another reason. */
    @Test
    void anEventWhoseTargetIsUnavailableDoesNotCountTheEndOfItsProcess() throws Exception {
        ProcessorSettings settings = OutboxFixture.QUICK.withCrashAttempts(1);
        process("a", settings, this::explode);
        sendBombAndNeighbours();
        OutboxFixture.until("it has ended", () -> ended.size() == 1);
        AtomicReference<Ending> second = new AtomicReference<>();
        process("b", settings, (event, process) -> {
            second.set(process);
            throw new TargetUnavailableException("away", Duration.ofHours(1));
        });
        OutboxFixture.until("it was called", () -> second.get() != null);
        OutboxFixture.until(
                "no event is marked",
                () -> fixture.query("SELECT id FROM " + fixture.table()
                                + " WHERE marked_by IS NOT NULL OR crashes > 0 OR attempts > 0")
                        .isEmpty());
        Thread end = new Thread(() -> endQuietly(Objects.requireNonNull(second.get())));
        end.start();
        OutboxFixture.until("it has ended too", () -> ended.size() == 2);
        process("c", settings, (event, process) -> handled.add(event.entityId()));
        fixture.untilDone();
        assertThat(fixture.outbox().admin().backlog().aborted()).isZero();
        assertThat(handled).contains("bomb").containsAll(neighbours());
        testEnded.countDown();
        end.join();
    }

    private static void endQuietly(Ending process) {
        try {
            process.end("");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theEventsOfAProcessorThatLeavesAreNotMarked() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Processor leaving = process("a", OutboxFixture.QUICK.withWorkers(1).withBatchSize(1), (event, process) -> {
            began.countDown();
            goOn.await();
        });
        process(
                "b",
                OutboxFixture.QUICK,
                (event, process) -> handled.addAll(
                        fixture.query("SELECT attempts FROM " + fixture.table() + " WHERE id = " + event.id())));
        sendBombAndNeighbours();
        began.await();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(leaving::close);
        goOn.countDown();
        closed.join();
        fixture.untilDone();
        assertThat(handled).isNotEmpty().containsOnly("0");
    }

    private static List<String> neighbours() {
        return IntStream.range(0, NEIGHBOURS).mapToObj(Integer::toString).toList();
    }
}
