package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Subscription;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskTest {

    /** How long a shift continues after it was told to stop. */
    private static final Duration LAST_WORK = Duration.ofMillis(50);

    private final GroupFixture fixture = GroupFixture.ofTwo("tasks");

    @AfterEach
    void closeAll() {
        fixture.close();
    }

    /** Works until it is told to stop. */
    private static void work(Hold hold) throws InterruptedException {
        while (!hold.stopping()) {
            Soon.rest();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Test
    void aTaskThatThrowsIsStartedAgain() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch again = new CountDownLatch(1);
        Membership a = fixture.join("a");
        a.run(hold -> {
            if (hold.piece().equals("x")) {
                switch (runs.incrementAndGet()) {
                    case 1 -> throw new AssertionError("an error");
                    case 2 -> throw new InterruptedException("it was not told to stop");
                    default -> again.countDown();
                }
            }
        });
        Soon.until(again);
        assertThat(runs).hasValue(3);
    }

    @Test
    void aTaskIsInterruptedAfterTheGraceTime() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicBoolean released = new AtomicBoolean();
        Membership a = fixture.join("a");
        a.run(hold -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                released.set(hold.stopping());
                interrupted.countDown();
            }
        });
        Soon.until(begun);
        Membership b = fixture.join("b");
        Soon.running(b);
        Soon.until(interrupted);
        assertThat(released).isTrue();
    }

    @Test
    void aTaskNeverRunsTwiceAtOnceHoweverOftenItsPieceComesAndGoes() throws Exception {
        Set<String> running = ConcurrentHashMap.newKeySet();
        AtomicInteger twice = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch stubborn = new CountDownLatch(1);
        Membership a = fixture.join("a");
        a.run(hold -> {
            twice.addAndGet(running.add(hold.piece()) ? 0 : 1);
            try {
                if (hold.piece().equals("x") && begun.incrementAndGet() == 1) {
                    uninterrupted(stubborn);
                } else {
                    work(hold);
                }
            } finally {
                running.remove(hold.piece());
            }
        });
        Soon.until("the first has begun", () -> begun.get() == 1);
        for (int i = 0; i < 4; i++) {
            Soon.get(a.operator().suspend());
            Soon.until("nothing is held", () -> a.portion().isEmpty());
            Soon.get(a.operator().resume());
            Soon.until("x is held again", () -> a.holds("x"));
        }
        Soon.until("those between have given up", () -> threadsOf("x") == 2);
        pulses(a, 3);
        assertThat(begun)
                .as("no thread begins before the stubborn one has ended")
                .hasValue(1);
        stubborn.countDown();
        Soon.until("the last one has begun", () -> begun.get() == 2);
        assertThat(twice).hasValue(0);
    }

    @Test
    void aTaskEndsWhenItsSubscriptionIsClosed() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(2);
        Membership a = fixture.join("a");
        Subscription tasks = a.run(hold -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.countDown();
            }
        });
        Soon.until(begun);
        tasks.close();
        tasks.close();
        Soon.until(ended);
        assertThat(a.holds("x")).isTrue();
    }

    @Test
    void aTaskStopsWhenTheLeaseEndsAndBeginsAgainWithIt() throws InterruptedException {
        fixture.timed(GroupFixture.SHORT);
        FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        Membership a = fixture.join("a", faultyBoard);
        a.run(hold -> {
            begun.incrementAndGet();
            running.incrementAndGet();
            try {
                work(hold);
            } finally {
                running.decrementAndGet();
            }
        });
        Soon.until("both run", () -> running.get() == 2);
        boolean early = false;
        for (int i = 0; i < 10 && !early; i++) { // a late check may find that the lease has ended
            faultyBoard.fail();
            Soon.until("none runs", () -> running.get() == 0);
            early = a.holds("x");
            faultyBoard.recover();
            Soon.until("both run again", () -> running.get() == 2);
        }
        assertThat(early).as("stopped before the lease ended").isTrue();
        assertThat(begun).hasValueGreaterThanOrEqualTo(4);
    }

    @Test
    void aShiftLastsWhileSomethingIsHeld() throws Exception {
        AtomicInteger shifts = new AtomicInteger();
        AtomicInteger running = new AtomicInteger();
        Membership a = fixture.join("a");
        Membership b = fixture.join("b");
        a.runShift(shift -> {
            shifts.incrementAndGet();
            running.incrementAndGet();
            while (!shift.stopping()) {
                Soon.rest();
            }
            running.decrementAndGet();
        });
        Soon.running(a, b);
        Soon.until("it runs", () -> running.get() == 1);
        b.close();
        Soon.until("a has both", () -> a.portion().count() == 2);
        assertThat(shifts).as("a larger share is the same shift").hasValue(1);
        Soon.get(a.operator().suspend());
        Soon.until("it ended", () -> running.get() == 0);
        Soon.get(a.operator().resume());
        Soon.until("the next one runs", () -> running.get() == 1 && shifts.get() == 2);
    }

    @Test
    void aShiftHasTheGraceTimeWhenItsMemberCloses() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean finished = new AtomicBoolean();
        fixture.timed(GroupFixture.LONG_GRACE);
        Membership a = fixture.join("a");
        a.runShift(shift -> {
            begun.countDown();
            while (!shift.stopping()) {
                Soon.rest();
            }
            long end = System.nanoTime() + LAST_WORK.toNanos();
            while (System.nanoTime() < end) {
                Soon.rest();
            }
            interrupted.set(Thread.interrupted());
            finished.set(true);
        });
        Soon.until(begun);
        a.close();
        assertThat(finished).as("close waits for the shift").isTrue();
        assertThat(interrupted).isFalse();
    }

    private long threadsOf(String piece) {
        return fixture.threads("a").stream()
                .filter(name -> name.endsWith("-piece-" + piece))
                .count();
    }

    /** Waits for this many pulses: the remaining lease shrinks until a pulse renews it. */
    private static void pulses(Membership member, int count) {
        AtomicReference<Duration> last =
                new AtomicReference<>(member.status().self().lease());
        for (int i = 0; i < count; i++) {
            Soon.until("the lease grew", () -> {
                Duration now = member.status().self().lease();
                return now.compareTo(last.getAndSet(now)) > 0;
            });
        }
    }

    private static void uninterrupted(CountDownLatch latch) {
        for (boolean open = false; !open; ) {
            try {
                Soon.until(latch);
                open = true;
            } catch (InterruptedException e) {
                open = latch.getCount() == 0;
            }
        }
    }
}
