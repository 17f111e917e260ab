package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Hold;
import dev.divvy.coordination.HoldingLostException;
import dev.divvy.coordination.Membership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lease comes to its end and is renewed while a listener keeps the teller's thread busy: nothing is told as lost or gained. */
class UnseenLapseTest {

    /** A pulse that stood still for longer may have let the lease come to its end once more. */
    private static final Duration LONGEST_REST = Stage.SHORT.lease().minus(Stage.SHORT.notice());

    private final Stage stage = Stage.ofTwo("lapse");
    private final MoodyBoard way = new MoodyBoard(stage.board);
    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger returned = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();

    @BeforeEach
    void leasesEndSoon() {
        stage.timed(Stage.SHORT);
    }

    @AfterEach
    void everybodyGoes() {
        free.countDown();
        way.answers();
        stage.close();
    }

    @Test
    void aTaskThatReturnedBecauseItWasAskedToStopIsStartedAgain() throws InterruptedException {
        Membership a = stage.join("a", way);
        a.run(hold -> workUntil(hold::stopping));
        lapse(a, 2);
        Soon.until("both run again", () -> running.get() == 2 && begun.get() >= 4);
    }

    @Test
    void aTaskThatReturnedBecauseItsHoldWasNotValidIsStartedAgain() throws InterruptedException {
        Membership a = stage.join("a", way);
        a.run(hold -> workUntil(hold.piece().equals("x") ? () -> !hold.valid() : () -> isRefused(hold)));
        lapse(a, 2);
        Soon.until("both run again", () -> running.get() == 2 && begun.get() >= 4);
    }

    @Test
    void aShiftThatReturnedBecauseNothingWasHeldIsStartedAgain() throws InterruptedException {
        Membership a = stage.join("a", way);
        a.runShift(shift -> workUntil(() -> shift.stopping() || shift.portion().isEmpty()));
        lapse(a, 1);
        Soon.until("it runs again", () -> running.get() == 1 && begun.get() >= 2);
    }

    @Test
    void whatReturnedByItselfIsDone() throws InterruptedException {
        stage.timed(Stage.TIMING);
        Membership a = stage.join("a", way);
        a.run(hold -> workUntil(() -> true));
        a.runShift(shift -> workUntil(() -> !shift.portion().isEmpty()));
        Soon.until("all have returned", () -> returned.get() == 3);
        Soon.until(
                "their threads have ended",
                () -> stage.threads("a").stream().noneMatch(name -> name.matches(".*-(piece-[xy]|shift)")));
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
        } catch (HoldingLostException e) {
            return true;
        }
    }

    /** The board is silent until all tasks have returned, and answers again before the teller looks at the lease. */
    private void lapse(Membership a, int tasks) throws InterruptedException {
        Soon.until("all run", () -> running.get() == tasks);
        Ear ear = new Ear(line -> {
            busy.countDown();
            try {
                Soon.until(free);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        a.listen(ear);
        Soon.until(busy);
        way.isAway();
        Soon.until("all have returned", () -> running.get() == 0);
        long answered = System.nanoTime();
        way.answers();
        Soon.until(
                "the lease is renewed",
                () -> a.hold("x").filter(UnseenLapseTest::goesOn).isPresent());
        free.countDown();
        Soon.until("the teller goes on", () -> ear.heard.size() >= 2);
        List<String> heard = List.copyOf(ear.heard);
        assertThat(heard).startsWith("+x", "+y");
        if (System.nanoTime() - answered < LONGEST_REST.toNanos()) {
            assertThat(heard).hasSize(2);
        }
    }

    private static boolean goesOn(Hold hold) {
        try (hold) {
            return !hold.stopping();
        }
    }
}
