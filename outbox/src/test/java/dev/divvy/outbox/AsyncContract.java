package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.PartialFailureException;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.TargetUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about asynchronous handlers, and about batches that are handled in part, in any database. */
abstract class AsyncContract {

    private static final ProcessorSettings ONE_WORKER = OutboxFixture.QUICK.withWorkers(1);

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    /** The calls in progress by the payload of their event, in the order of their starts. */
    private final Map<String, CompletableFuture<Void>> calls = new ConcurrentHashMap<>();

    private OutboxFixture fixture;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(database());
    }

    @AfterEach
    void end() {
        calls.values().forEach(call -> call.complete(null));
        fixture.close();
    }

    private CompletableFuture<Void> call(Event event) {
        CompletableFuture<Void> call = new CompletableFuture<>();
        calls.put(event.payload().text(), call);
        return call;
    }

    private void succeed(String payload) {
        assertThat(Objects.requireNonNull(calls.remove(payload), payload).complete(null))
                .isTrue();
    }

    private void untilStarted(String... payloads) {
        OutboxFixture.until(
                "started: " + List.of(payloads), () -> calls.keySet().equals(Set.of(payloads)));
    }

    private static Executor later(int millis) {
        return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    }

    private static List<Message> messages(String... entitiesAndPayloads) {
        return IntStream.range(0, entitiesAndPayloads.length / 2)
                .mapToObj(i -> Message.of("Order", entitiesAndPayloads[2 * i], entitiesAndPayloads[2 * i + 1]))
                .toList();
    }

    @Test
    void callsOfAllEntitiesAreInProgressTogetherAndThoseOfOneEntityInTurn() throws Exception {
        fixture.send(messages("1", "1a", "1", "1b", "2", "2a", "3", "3a", "3", "3b"));
        fixture.process(ONE_WORKER, HandlingMode.async(this::call));
        untilStarted("1a", "2a", "3a");
        succeed("3a");
        untilStarted("1a", "2a", "3b");
        succeed("1a");
        untilStarted("1b", "2a", "3b");
        succeed("1b");
        succeed("3b");
        OutboxFixture.until("what was handled is completed beside a slow call", () -> fixture.pending() == 1);
        succeed("2a");
        fixture.untilDone();
    }

    @Test
    @SuppressWarnings("NullAway") // a handler may return null all the same
    void aFailedStageIsAFailedAttemptAndLaterEventsOfItsEntityWait() throws Exception {
        Processor processor = fixture.process(ONE_WORKER.withAttempts(100), HandlingMode.async(event -> {
            String text = event.payload().text();
            if (text.equals("thrown") && event.attempt() < 3) {
                throw new IllegalStateException("no stage");
            }
            CompletableFuture<Void> stage = new CompletableFuture<>();
            if (text.equals("failed") && event.attempt() < 3) {
                stage.completeExceptionally(new IllegalStateException("not yet"));
            } else if (text.equals("none") && event.attempt() < 3) {
                return null;
            } else {
                handled.add(text);
                stage.complete(null);
            }
            return stage;
        }));
        fixture.send(messages("1", "failed", "1", "1b", "2", "thrown", "2", "2b", "3", "none", "3", "3b"));
        fixture.untilDone();
        assertThat(handled).containsSubsequence("failed", "1b").containsSubsequence("thrown", "2b");
        assertThat(handled).containsSubsequence("none", "3b").hasSize(6);
        assertThat(processor.stats().failed()).isEqualTo(6);
    }

    @Test
    void theErrorOfAStageIsRecordedWithoutItsWrapper() throws Exception {
        fixture.process(
                ONE_WORKER.withAttempts(1).withAfterLastAttempt(AfterLastAttempt.SKIP),
                HandlingMode.async(event -> CompletableFuture.runAsync(() -> {
                    throw new IllegalStateException("the reason");
                })));
        fixture.send("Order", "1", "");
        OutboxFixture.until(
                "it is aborted", () -> fixture.outbox().admin().backlog().aborted() == 1);
        assertThat(fixture.query("SELECT last_error FROM " + fixture.table()))
                .containsExactly("java.lang.IllegalStateException: the reason");
    }

    @Test
    void aStageThatNeverCompletesFailsByTheHandlerTimeoutAndIsCancelled() throws Exception {
        List<CompletableFuture<Void>> stages = new ArrayList<>();
        Processor processor = fixture.process(
                ONE_WORKER.withHandlerTimeout(Duration.ofMillis(300)).withAttempts(100), HandlingMode.async(event -> {
                    CompletableFuture<Void> stage = new CompletableFuture<>();
                    if (event.attempt() == 1 && event.payload().text().equals("lost")) {
                        stages.add(stage);
                    } else {
                        handled.add(event.payload().text());
                        stage.complete(null);
                    }
                    return stage;
                }));
        fixture.send(messages("1", "lost", "1", "1b", "2", "2a"));
        fixture.untilDone();
        assertThat(handled).containsExactly("2a", "lost", "1b");
        assertThat(processor.stats().failed()).isEqualTo(1);
        assertThat(stages).hasSize(1).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void whileTheTargetIsUnavailableOneCallAtATimeProbes() throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        AtomicInteger inProgress = new AtomicInteger();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Processor processor = fixture.process(ONE_WORKER, HandlingMode.async(event -> {
            CompletableFuture<Void> stage = new CompletableFuture<>();
            int now = inProgress.incrementAndGet();
            if (refused.get() > 20) {
                atOnce.accumulateAndGet(now, Math::max);
            }
            later(5).execute(() -> {
                inProgress.decrementAndGet();
                if (away.get()) {
                    refused.incrementAndGet();
                    stage.completeExceptionally(new TargetUnavailableException("away"));
                } else {
                    handled.add(event.payload().text());
                    stage.complete(null);
                }
            });
            return stage;
        }));
        fixture.send(IntStream.range(0, 20)
                .mapToObj(i -> Message.of("Order", Integer.toString(i), Integer.toString(i)))
                .toList());
        OutboxFixture.until("it was probed", () -> refused.get() >= 25);
        assertThat(atOnce.get()).isEqualTo(1);
        away.set(false);
        fixture.untilDone();
        assertThat(handled).hasSize(20);
        assertThat(processor.stats().failed()).isZero();
    }

    /** As a client does that waits for the addresses of its servers: it blocks, and then returns a stage that has failed. */
    @Test
    void anUnavailableTargetEndsTheStartsThoughEachOfThemBlocks() throws Exception {
        AtomicInteger started = new AtomicInteger();
        AtomicInteger returned = new AtomicInteger();
        Processor processor = fixture.process(ONE_WORKER, HandlingMode.async(event -> {
            started.incrementAndGet();
            new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
            returned.incrementAndGet();
            return CompletableFuture.failedFuture(new TargetUnavailableException("away", Duration.ofHours(1)));
        }));
        fixture.send(IntStream.range(0, 20)
                .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                .toList());
        OutboxFixture.until("one has returned", () -> returned.get() > 0);
        processor.suspend();
        OutboxFixture.until(
                "the batch has ended", () -> processor.membership().portion().isEmpty());
        assertThat(started).hasValue(1);
        assertThat(processor.stats().failed()).isZero();
    }

    /** Random delays and failures, with a second processor that comes and goes: the order per entity is kept. */
    @Test
    void theOrderPerEntityIsKeptWhileTokensMove() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int entities = 20;
        int perEntity = 25;
        HandlingMode handling = HandlingMode.async(event -> {
            CompletableFuture<Void> stage = new CompletableFuture<>();
            int delay;
            boolean fails;
            synchronized (random) {
                delay = random.nextInt(8);
                fails = random.nextInt(20) == 0;
            }
            later(delay).execute(() -> {
                if (fails) {
                    stage.completeExceptionally(new IllegalStateException("by chance"));
                } else {
                    handled.add(event.entityId() + ":" + event.payload().text());
                    stage.complete(null);
                }
            });
            return stage;
        });
        ProcessorSettings settings = OutboxFixture.QUICK
                .withWorkers(2)
                .withAttempts(1000)
                .withRetryDelay(Duration.ofMillis(5), Duration.ofMillis(20));
        fixture.process("a", settings, handling);
        for (int i = 0; i < perEntity; i++) {
            String payload = String.format("%03d", i);
            fixture.send(IntStream.range(0, entities)
                    .mapToObj(entity -> Message.of("Order", Integer.toString(entity), payload))
                    .toList());
            if (i % 8 == 4) {
                try (Processor second = fixture.outbox().process("b", settings, handling)) {
                    OutboxFixture.until(
                            "the second processor owns a share",
                            () -> second.membership().portion().pieces().count() > 0);
                }
            }
        }
        fixture.untilDone();
        for (int entity = 0; entity < entities; entity++) {
            String prefix = entity + ":";
            List<String> first = handled.stream()
                    .filter(each -> each.startsWith(prefix))
                    .map(each -> each.substring(prefix.length()))
                    .toList();
            assertThat(first)
                    .as("entity %s, seed %s", entity, seed)
                    .hasSize(perEntity)
                    .isSorted();
        }
    }

    /** What a batch handler has handled is not handled again because something else of its batch failed. */
    @Test
    void aBatchThatIsHandledInPartIsCompletedInPart() throws Exception {
        Processor processor = fixture.process(ONE_WORKER.withAttempts(100), HandlingMode.batch(events -> {
            Map<Event, Throwable> failures = new LinkedHashMap<>();
            for (Event event : events) {
                if (event.payload().text().startsWith("bad") && event.attempt() == 1) {
                    failures.put(event, new IllegalStateException("not yet"));
                } else if (failures.keySet().stream()
                        .noneMatch(failed -> failed.entityId().equals(event.entityId()))) {
                    handled.add(event.payload().text());
                }
            }
            if (!failures.isEmpty()) {
                throw new PartialFailureException(failures);
            }
        }));
        fixture.send(messages("1", "1a", "2", "bad2", "2", "2b", "3", "3a", "4", "bad4", "1", "1b"));
        fixture.untilDone();
        assertThat(handled).containsExactlyInAnyOrder("1a", "1b", "3a", "bad2", "2b", "bad4");
        assertThat(handled).containsSubsequence("1a", "1b").containsSubsequence("bad2", "2b");
        assertThat(processor.stats().failed()).isEqualTo(2);
    }

    @Test
    void insideTheTransactionNothingIsHandledInPart() throws Exception {
        String table = Database.newTable();
        fixture.run("CREATE TABLE " + table + " (payload VARCHAR(100) PRIMARY KEY)");
        Processor processor =
                fixture.process(ONE_WORKER.withAttempts(100), HandlingMode.batchInside((connection, events) -> {
                    Map<Event, Throwable> failures = new LinkedHashMap<>();
                    for (Event event : events) {
                        if (event.payload().text().equals("bad") && event.attempt() == 1) {
                            failures.put(event, new IllegalStateException("not yet"));
                        } else {
                            try (var insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?)")) {
                                insert.setString(1, event.payload().text());
                                insert.executeUpdate();
                            }
                        }
                    }
                    if (!failures.isEmpty()) {
                        throw new PartialFailureException(failures);
                    }
                }));
        fixture.send(messages("1", "1a", "2", "bad", "2", "2b", "3", "3a"));
        fixture.untilDone();
        assertThat(fixture.query("SELECT payload FROM " + table + " ORDER BY payload"))
                .containsExactly("1a", "2b", "3a", "bad");
        assertThat(processor.stats().failed()).isEqualTo(1);
    }
}
