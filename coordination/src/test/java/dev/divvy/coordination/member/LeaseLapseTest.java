package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.PieceLostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lease lapses and is renewed while a listener keeps the listener thread busy: neither a loss nor a gain is reported. */
class LeaseLapseTest {

    /** If the pulse thread was paused for longer, the lease may have lapsed once more. */
    private static final Duration LONGEST_PAUSE = GroupFixture.SHORT.lease().minus(GroupFixture.SHORT.notice());

    private final GroupFixture fixture = GroupFixture.ofTwo("lapse");
    private final FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger returned = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();

    @BeforeEach
    void leasesEndSoon() {
        fixture.timed(GroupFixture.SHORT);
    }

    @AfterEach
    void closeAll() {
        free.countDown();
        faultyBoard.recover();
        fixture.close();
    }

    @Test
    void aTaskThatReturnedBecauseItWasAskedToStopIsStartedAgain() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        a.run(hold -> workUntil(hold::stopping));
        lapse(a, 2);
        Soon.until("both run again", () -> running.get() == 2 && begun.get() >= 4);
    }

    @Test
    void aTaskThatReturnedBecauseItsHoldWasNotValidIsStartedAgain() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        a.run(hold -> workUntil(hold.piece().equals("x") ? () -> !hold.valid() : () -> isRefused(hold)));
        lapse(a, 2);
        Soon.until("both run again", () -> running.get() == 2 && begun.get() >= 4);
    }

    @Test
    void aShiftThatReturnedBecauseNothingWasHeldIsStartedAgain() throws InterruptedException {
        Membership a = fixture.join("a", faultyBoard);
        a.runShift(shift -> workUntil(() -> shift.stopping() || shift.portion().isEmpty()));
        lapse(a, 1);
        Soon.until("it runs again", () -> running.get() == 1 && begun.get() >= 2);
    }

    @Test
    void aTaskThatReturnedOnItsOwnIsDone() throws InterruptedException {
        fixture.timed(GroupFixture.TIMING);
        Membership a = fixture.join("a", faultyBoard);
        a.run(hold -> workUntil(() -> true));
        a.runShift(shift -> workUntil(() -> !shift.portion().isEmpty()));
        Soon.until("all have returned", () -> returned.get() == 3);
        Soon.until(
                "their threads have ended",
                () -> fixture.threads("a").stream().noneMatch(name -> name.matches(".*-(piece-[xy]|shift)")));
        assertThat(begun).hasValue(3);
        assertThat(a.holds("x")).isTrue();
    }

    private void workUntil(BooleanSupplier over) {
        begun.incrementAndGet();
        running.incrementAndGet();
        while (!over.getAsBoolean()) {
            Soon.rest();
        }
        running.decrementAndGet();
        returned.incrementAndGet();
    }

    private static boolean isRefused(Hold hold) {
        try {
            hold.check();
            return false;
        } catch (PieceLostException e) {
            return true;
        }
    }

    /** Makes the board silent until all tasks have returned, and lets it answer again before the listener thread checks the lease. */
    private void lapse(Membership a, int tasks) throws InterruptedException {
        Soon.until("all run", () -> running.get() == tasks);
        RecordingListener listener = new RecordingListener(line -> {
            busy.countDown();
            try {
                Soon.until(free);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        a.listen(listener);
        Soon.until(busy);
        faultyBoard.fail();
        Soon.until("all have returned", () -> running.get() == 0);
        long answered = System.nanoTime();
        faultyBoard.recover();
        Soon.until(
                "the lease is renewed",
                () -> a.hold("x").filter(LeaseLapseTest::continues).isPresent());
        free.countDown();
        Soon.until("the listener thread continues", () -> listener.lines.size() >= 2);
        List<String> heard = List.copyOf(listener.lines);
        assertThat(heard).startsWith("+x", "+y");
        if (System.nanoTime() - answered < LONGEST_PAUSE.toNanos()) {
            assertThat(heard).hasSize(2);
        }
    }

    private static boolean continues(Hold hold) {
        try (hold) {
            return !hold.stopping();
        }
    }
}
