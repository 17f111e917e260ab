package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.EventFailedException;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is promised of handlers that fail, in any database. */
abstract class FailingDuties {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final ProcessorSettings ONE_ATTEMPT = Scene.QUICK.withAttempts(1);

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
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

    private static List<Message> numbered(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Message.of("Order", Integer.toString(i), Integer.toString(i)))
                .toList();
    }

    @Test
    void laterEventsOfTheEntityWaitAndEverybodyElseGoesOn() throws Exception {
        scene.send("Order", "1", "bad");
        scene.send("Order", "1", "later");
        scene.send("Person", "1", "same id, same hash, another entity");
        scene.send("Order", "2", "another");
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        CountDownLatch mended = new CountDownLatch(1);
        scene.process("a", Scene.QUICK.withAttempts(1000), Handling.each(event -> {
            if (event.payload().text().equals("bad") && mended.getCount() > 0) {
                attempts.add(event.attempt());
                throw new IllegalStateException("not yet");
            }
            handled.add(event.payload().text());
        }));
        Scene.until("it was tried three times, and others go on", () -> attempts.size() >= 3 && handled.size() == 2);
        assertThat(handled).containsExactlyInAnyOrder("same id, same hash, another entity", "another");
        assertThat(attempts).startsWith(1, 2, 3);
        mended.countDown();
        scene.untilDone();
        assertThat(List.copyOf(handled).subList(2, 4)).containsExactly("bad", "later");
    }

    /** As careful code does when it was interrupted; here nobody was. */
    @Test
    void aHandlerThatLeavesItsThreadInterruptedEndsNoWorker() throws Exception {
        Handling.EventHandler each = event -> {
            if (event.attempt() == 1 && event.payload().text().equals("bad")) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted, it thinks");
            }
        };
        for (Handling handling : List.of(
                Handling.each(each),
                Handling.batch(events -> {
                    for (Event event : events) {
                        each.handle(event);
                    }
                }),
                Handling.eachInside((connection, event) -> each.handle(event)))) {
            try (Processor processor =
                    scene.outbox().process("a", Scene.QUICK.withWorkers(1).withAttempts(100), handling)) {
                scene.send(List.of(
                        Message.of("Order", "1", "bad"),
                        Message.of("Order", "2", "good"),
                        Message.of("Order", "3", "bad")));
                scene.untilDone();
                scene.send("Order", "4", "later");
                scene.untilDone();
                assertThat(processor.stats().failed()).isEqualTo(2);
            }
        }
    }

    @Test
    void whatHasJustFailedIsNotDueAtOnce() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        scene.send("Order", "1", "bad");
        Processor processor = scene.process("a", Scene.QUICK.withRetryDelay(HOUR, HOUR), Handling.each(event -> {
            calls.incrementAndGet();
            throw new IllegalStateException("no");
        }));
        Scene.until("it has failed", () -> processor.stats().failed() == 1);
        for (int i = 0; i < 20; i++) {
            scene.send("Order", "other" + i, "");
        }
        Scene.until("others were tried", () -> processor.stats().failed() == 21);
        assertThat(calls).hasValue(21);
    }

    @Test
    void afterTheLastAttemptItIsAbortedAndAnOperatorDecides() throws Exception {
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        Set<String> bad = ConcurrentHashMap.newKeySet();
        bad.addAll(List.of("x", "y", "z"));
        scene.process("a", Scene.QUICK, Handling.each(event -> {
            if (bad.contains(event.entityId())) {
                attempts.add(event.attempt());
                throw new IllegalStateException("bad " + event.entityId());
            }
            handled.add(event.entityId());
        }));
        for (String id : List.of("x", "y", "z")) {
            scene.send("Order", id, "bad");
        }
        scene.send("Order", "x", "the next of x goes on when the first is given up");
        OutboxAdmin admin = scene.outbox().admin();
        Scene.until("all are aborted", () -> admin.backlog().aborted() == 4);
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
        Scene.until("it is aborted again", () -> admin.backlog().aborted() == 4);
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(admin.discard(List.of(y, y, -5L))).isEqualTo(1);
        bad.clear();
        assertThat(admin.retryAll()).isEqualTo(3);
        scene.untilDone();
        assertThat(handled).containsExactlyInAnyOrder("x", "x", "z");
        assertThat(admin.discardAll()).isZero();
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
        scene.send(numbered(200));
        scene.process("a", ONE_ATTEMPT, Handling.batch(events -> {
            if (events.stream().anyMatch(event -> Set.of("17", "18", "133").contains(event.entityId()))) {
                throw new IllegalStateException("somebody is bad");
            }
            events.forEach(event -> handled.add(event.entityId()));
        }));
        scene.untilDone();
        assertThat(scene.outbox().admin().aborted(10).stream().map(AbortedEvent::entityId))
                .containsExactlyInAnyOrder("17", "18", "133");
        assertThat(handled).hasSize(197).doesNotHaveDuplicates();
    }

    @Test
    void aBatchThatSaysWhoIsGuiltyLosesOnlyThatOne() throws Exception {
        scene.send(numbered(50));
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        scene.process("a", ONE_ATTEMPT.withWorkers(1), Handling.batch(events -> {
            for (Event event : events) {
                if (event.entityId().equals("7")) {
                    calls.merge("7", 1, Integer::sum);
                    throw new EventFailedException(event, new IllegalStateException("bad"));
                }
            }
            events.forEach(event -> handled.add(event.entityId()));
        }));
        scene.untilDone();
        assertThat(calls).containsOnly(Map.entry("7", 1));
        assertThat(handled).hasSize(49);
        assertThat(scene.outbox().admin().aborted(10).get(0).error()).isEqualTo("java.lang.IllegalStateException: bad");
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
        scene.send(numbered(thrown.size() + 1));
        scene.process("a", ONE_ATTEMPT.withWorkers(1), Handling.each(event -> {
            int number = Integer.parseInt(event.entityId());
            if (number < thrown.size()) {
                throwAny(thrown.get(number));
            }
            handled.add(event.entityId());
        }));
        scene.untilDone();
        assertThat(handled).containsExactly(Integer.toString(thrown.size()));
        List<AbortedEvent> aborted = scene.outbox().admin().aborted(100);
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
        scene.send(numbered(20));
        scene.process("a", ONE_ATTEMPT.withHandlerTimeout(Duration.ofMillis(300)), Handling.each(event -> {
            if (event.entityId().equals("3")) {
                new CountDownLatch(1).await();
            }
            handled.add(event.entityId());
        }));
        scene.untilDone();
        assertThat(handled).hasSize(19);
        assertThat(scene.outbox().admin().aborted(10).get(0).error()).contains("longer than 0.3s");
    }

    @Test
    void aHandlerThatCannotBeInterruptedIsLeftAloneAndOthersGoOn() throws Exception {
        AtomicInteger hangs = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(1);
        scene.send(numbered(20));
        scene.process(
                "a", ONE_ATTEMPT.withWorkers(1).withHandlerTimeout(Duration.ofMillis(200)), Handling.batch(events -> {
                    if (events.stream().anyMatch(event -> event.entityId().equals("3"))) {
                        hangs.incrementAndGet();
                        awaitStubbornly(over);
                    }
                    events.forEach(event -> handled.add(event.entityId()));
                }));
        try {
            scene.untilDone();
            assertThat(handled).hasSize(19).doesNotHaveDuplicates();
            assertThat(hangs).hasValue(2);
            assertThat(scene.outbox().admin().aborted(10).stream().map(AbortedEvent::entityId))
                    .containsExactly("3");
        } finally {
            over.countDown();
        }
    }

    private static void awaitStubbornly(CountDownLatch over) {
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                // Stubbornly.
            }
        }
    }

    @Test
    void manyThousandEventsBehindOneThatFailsAreNotReadAgainAndAgain() throws Exception {
        int many = Integer.getInteger("divvy.outbox.crowd", 20_000);
        scene.send("Order", "stuck", "bad");
        for (int i = 0; i < many / 1000; i++) {
            scene.send(IntStream.range(0, 1000)
                    .mapToObj(j -> Message.of("Order", "stuck", "later"))
                    .toList());
        }
        scene.send("Person", "stuck", "behind the crowd, of the same hash");
        Processor processor =
                scene.process("a", Scene.QUICK.withRetryDelay(HOUR, HOUR).withAttempts(10), Handling.each(event -> {
                    if (event.entityName().equals("Order") && event.entityId().equals("stuck")) {
                        throw new IllegalStateException("bad");
                    }
                    handled.add(event.entityName() + event.entityId());
                }));
        Scene.until("the one behind the crowd is handled", () -> handled.contains("Personstuck"));
        long began = System.nanoTime();
        long read = processor.stats().read();
        for (int i = 0; i < 100; i++) {
            scene.send("Order", "free" + i, "");
            int number = i;
            Scene.until("others go on", () -> handled.contains("Orderfree" + number));
        }
        assertThat(processor.stats().failed()).isEqualTo(1);
        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(processor.stats().read() - read).isLessThan((long) (2000 * (1 + seconds)));
    }
}
