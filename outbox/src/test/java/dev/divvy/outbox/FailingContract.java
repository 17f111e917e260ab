package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFailedException;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about handlers that fail, in any database. */
abstract class FailingContract {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final ProcessorSettings ONE_ATTEMPT = OutboxFixture.QUICK.withAttempts(1);

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
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

    private static List<Message> numbered(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Message.of("Order", Integer.toString(i), Integer.toString(i)))
                .toList();
    }

    @Test
    void laterEventsOfTheEntityWaitAndOtherEntitiesGoOn() throws Exception {
        fixture.send("Order", "1", "bad");
        fixture.send("Order", "1", "later");
        fixture.send("Person", "1", "same id, same hash, another entity");
        fixture.send("Order", "2", "another");
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        CountDownLatch fixed = new CountDownLatch(1);
        fixture.process("a", OutboxFixture.QUICK.withAttempts(1000), HandlingMode.each(event -> {
            if (event.payload().text().equals("bad") && fixed.getCount() > 0) {
                attempts.add(event.attempt());
                throw new IllegalStateException("not yet");
            }
            handled.add(event.payload().text());
        }));
        OutboxFixture.until(
                "it was tried three times, and others go on", () -> attempts.size() >= 3 && handled.size() == 2);
        assertThat(handled).containsExactlyInAnyOrder("same id, same hash, another entity", "another");
        assertThat(attempts).startsWith(1, 2, 3);
        fixed.countDown();
        fixture.untilDone();
        assertThat(List.copyOf(handled).subList(2, 4)).containsExactly("bad", "later");
    }

    /** Careful code does that when it was interrupted; this handler was not. */
    @Test
    void aHandlerThatLeavesItsThreadInterruptedEndsNoWorker() throws Exception {
        HandlingMode.EventHandler each = event -> {
            if (event.attempt() == 1 && event.payload().text().equals("bad")) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("pretends to be interrupted");
            }
        };
        for (HandlingMode handling : List.of(
                HandlingMode.each(each),
                HandlingMode.batch(events -> {
                    for (Event event : events) {
                        each.handle(event);
                    }
                }),
                HandlingMode.eachInside((connection, event) -> each.handle(event)))) {
            try (Processor processor = fixture.outbox()
                    .process("a", OutboxFixture.QUICK.withWorkers(1).withAttempts(100), handling)) {
                fixture.send(List.of(
                        Message.of("Order", "1", "bad"),
                        Message.of("Order", "2", "good"),
                        Message.of("Order", "3", "bad")));
                fixture.untilDone();
                fixture.send("Order", "4", "later");
                fixture.untilDone();
                assertThat(processor.stats().failed()).isEqualTo(2);
            }
        }
    }

    /** A helper that interrupts a thread after a timeout may be late, when the handler has returned. */
    @Test
    void anInterruptAfterTheHandlerHasReturnedEndsNoWorker() throws Exception {
        AtomicReference<Thread> worker = new AtomicReference<>();
        fixture.process("a", OutboxFixture.QUICK.withWorkers(1), HandlingMode.each(event -> {
            worker.set(Thread.currentThread());
            handled.add(event.entityId());
        }));
        for (int i = 1; i <= 3; i++) {
            fixture.send("Order", Integer.toString(i), "");
            fixture.untilDone();
            Thread thread = Objects.requireNonNull(worker.get());
            OutboxFixture.until("the worker is idle", () -> thread.getState() == Thread.State.TIMED_WAITING);
            thread.interrupt();
            OutboxFixture.until(
                    "it has noticed", () -> !thread.isInterrupted() && thread.getState() == Thread.State.TIMED_WAITING);
        }
        assertThat(handled).containsExactly("1", "2", "3");
    }

    @Test
    void anEventThatJustFailedIsNotDueAtOnce() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        fixture.send("Order", "1", "bad");
        Processor processor =
                fixture.process("a", OutboxFixture.QUICK.withRetryDelay(HOUR, HOUR), HandlingMode.each(event -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("no");
                }));
        OutboxFixture.until("it has failed", () -> processor.stats().failed() == 1);
        for (int i = 0; i < 20; i++) {
            fixture.send("Order", "other" + i, "");
        }
        OutboxFixture.until("others were tried", () -> processor.stats().failed() == 21);
        assertThat(calls).hasValue(21);
    }

    @Test
    void afterTheLastAttemptAnEventIsAbortedAndAnOperatorDecides() throws Exception {
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        Set<String> bad = ConcurrentHashMap.newKeySet();
        bad.addAll(List.of("x", "y", "z"));
        fixture.process("a", OutboxFixture.QUICK, HandlingMode.each(event -> {
            if (bad.contains(event.entityId())) {
                attempts.add(event.attempt());
                throw new IllegalStateException("bad " + event.entityId());
            }
            handled.add(event.entityId());
        }));
        for (String id : List.of("x", "y", "z")) {
            fixture.send("Order", id, "bad");
        }
        fixture.send("Order", "x", "the next of x goes on when the first is given up");
        OutboxAdmin admin = fixture.outbox().admin();
        OutboxFixture.until("all are aborted", () -> admin.backlog().aborted() == 4);
        assertThat(admin.backlog().pending()).isZero();
        List<AbortedEvent> aborted = admin.aborted(100);
        assertThat(aborted).allSatisfy(event -> {
            assertThat(event.attempts()).isEqualTo(3);
            assertThat(event.error()).contains("bad " + event.entityId());
        });
        assertThat(admin.aborted(2)).hasSize(2);

        attempts.clear();
        long x = idOf(aborted, "x");
        long y = idOf(aborted, "y");
        assertThat(admin.retry(List.of(x, -5L))).isEqualTo(1);
        OutboxFixture.until("it is aborted again", () -> admin.backlog().aborted() == 4);
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(admin.discard(List.of(y, y, -5L))).isEqualTo(1);
        bad.clear();
        assertThat(admin.retry(EventFilter.givenUp())).isEqualTo(3);
        fixture.untilDone();
        assertThat(handled).containsExactlyInAnyOrder("x", "x", "z");
        assertThat(admin.discard(EventFilter.givenUp())).isZero();
        assertThat(admin.backlog().aborted()).isZero();
    }

    private static long idOf(List<AbortedEvent> events, String entity) {
        return events.stream()
                .filter(event -> event.entityId().equals(entity))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Test
    void aBatchThatFailsIsDividedUntilTheBadOneIsAlone() throws Exception {
        fixture.send(numbered(200));
        fixture.process("a", ONE_ATTEMPT, HandlingMode.batch(events -> {
            if (events.stream().anyMatch(event -> Set.of("17", "18", "133").contains(event.entityId()))) {
                throw new IllegalStateException("one is bad");
            }
            events.forEach(event -> handled.add(event.entityId()));
        }));
        fixture.untilDone();
        assertThat(fixture.outbox().admin().aborted(10).stream().map(AbortedEvent::entityId))
                .containsExactlyInAnyOrder("17", "18", "133");
        assertThat(handled).hasSize(197).doesNotHaveDuplicates();
    }

    @Test
    void aBatchThatNamesTheFailedEventLosesOnlyThatOne() throws Exception {
        fixture.send(numbered(50));
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        fixture.process("a", ONE_ATTEMPT.withWorkers(1), HandlingMode.batch(events -> {
            for (Event event : events) {
                if (event.entityId().equals("7")) {
                    calls.merge("7", 1, Integer::sum);
                    throw new EventFailedException(event, new IllegalStateException("bad"));
                }
            }
            events.forEach(event -> handled.add(event.entityId()));
        }));
        fixture.untilDone();
        assertThat(calls).containsOnly(Map.entry("7", 1));
        assertThat(handled).hasSize(49);
        assertThat(fixture.outbox().admin().aborted(10).get(0).error())
                .isEqualTo("java.lang.IllegalStateException: bad");
    }

    @Test
    void whateverIsThrownIsAFailureOfTheEventAndOfNothingElse() throws Exception {
        List<Throwable> thrown = List.of(
                new StackOverflowError(),
                new AssertionError("assert"),
                new OutOfMemoryError("pretended"),
                new Throwable("neither exception nor error"),
                new InterruptedException("by itself"),
                new IllegalStateException("nul \0 and half \ud83d " + "x".repeat(5000)),
                new HostileException());
        fixture.send(numbered(thrown.size() + 1));
        fixture.process("a", ONE_ATTEMPT.withWorkers(1), HandlingMode.each(event -> {
            int number = Integer.parseInt(event.entityId());
            if (number < thrown.size()) {
                throwAny(thrown.get(number));
            }
            handled.add(event.entityId());
        }));
        fixture.untilDone();
        assertThat(handled).containsExactly(Integer.toString(thrown.size()));
        List<AbortedEvent> aborted = fixture.outbox().admin().aborted(100);
        assertThat(aborted).hasSameSizeAs(thrown);
        assertThat(aborted)
                .allSatisfy(event -> assertThat(event.error()).isNotEmpty().hasSizeLessThan(1001));
    }

    private static final class HostileException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("not even this");
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable error) throws T {
        throw (T) error;
    }

    @Test
    void aHandlerThatHangsIsInterruptedAndHasFailed() throws Exception {
        fixture.send(numbered(20));
        fixture.process("a", ONE_ATTEMPT.withHandlerTimeout(Duration.ofMillis(300)), HandlingMode.each(event -> {
            if (event.entityId().equals("3")) {
                new CountDownLatch(1).await();
            }
            handled.add(event.entityId());
        }));
        fixture.untilDone();
        assertThat(handled).hasSize(19);
        assertThat(fixture.outbox().admin().aborted(10).get(0).error()).contains("longer than 0.3s");
    }

    @Test
    void aHandlerThatIgnoresItsInterruptionIsAbandonedAndOthersGoOn() throws Exception {
        AtomicInteger hangs = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(1);
        fixture.send(numbered(20));
        fixture.process(
                "a",
                ONE_ATTEMPT.withWorkers(1).withHandlerTimeout(Duration.ofMillis(200)),
                HandlingMode.batch(events -> {
                    if (events.stream().anyMatch(event -> event.entityId().equals("3"))) {
                        hangs.incrementAndGet();
                        awaitUninterruptibly(over);
                    }
                    events.forEach(event -> handled.add(event.entityId()));
                }));
        try {
            fixture.untilDone();
            assertThat(handled).hasSize(19).doesNotHaveDuplicates();
            assertThat(hangs).hasValue(2);
            assertThat(fixture.outbox().admin().aborted(10).stream().map(AbortedEvent::entityId))
                    .containsExactly("3");
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
    void manyThousandEventsBehindOneThatFailsAreNotReadAgainAndAgain() throws Exception {
        int many = Integer.getInteger("divvy.outbox.blocked", 20_000);
        fixture.send("Order", "stuck", "bad");
        for (int i = 0; i < many / 1000; i++) {
            fixture.send(IntStream.range(0, 1000)
                    .mapToObj(j -> Message.of("Order", "stuck", "later"))
                    .toList());
        }
        fixture.send("Person", "stuck", "behind the others, of the same hash");
        Processor processor = fixture.process(
                "a", OutboxFixture.QUICK.withRetryDelay(HOUR, HOUR).withAttempts(10), HandlingMode.each(event -> {
                    if (event.entityName().equals("Order") && event.entityId().equals("stuck")) {
                        throw new IllegalStateException("bad");
                    }
                    handled.add(event.entityName() + event.entityId());
                }));
        OutboxFixture.until("the one behind the others is handled", () -> handled.contains("Personstuck"));
        long began = System.nanoTime();
        long read = processor.stats().read();
        for (int i = 0; i < 100; i++) {
            fixture.send("Order", "free" + i, "");
            int number = i;
            OutboxFixture.until("others go on", () -> handled.contains("Orderfree" + number));
        }
        assertThat(processor.stats().failed()).isEqualTo(1);
        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(processor.stats().read() - read).isLessThan((long) (2000 * (1 + seconds)));
    }
}
