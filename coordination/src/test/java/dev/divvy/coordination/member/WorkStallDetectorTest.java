package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WorkStallDetectorTest {

    private static Group group() {
        return Group.of("progress", Units.of("x", "y"))
                .with(GroupFixture.TIMING)
                .stalledAfter(Duration.ofMillis(400));
    }

    @Test
    void aMemberWithoutProgressGivesItsPiecesAwayUntilItMakesSome() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture(group())) {
            Membership a = fixture.join("a");
            Membership b = fixture.join("b");
            AtomicBoolean works = new AtomicBoolean(true);
            Thread work = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    b.progressed();
                    if (works.get()) {
                        a.progressed();
                    }
                    Soon.rest();
                }
            });
            work.start();
            try {
                Soon.until(
                        "both have one",
                        () -> a.portion().count() == 1 && b.portion().count() == 1);
                works.set(false);
                Soon.until(
                        "b has both",
                        () -> b.portion().count() == 2 && a.portion().isEmpty());
                works.set(true);
                Soon.until(
                        "both have one again",
                        () -> a.portion().count() == 1 && b.portion().count() == 1);
            } finally {
                work.interrupt();
                work.join(Soon.LIMIT.toMillis());
            }
        }
    }

    @Test
    void whenAllMembersStalledEachComesBackOnProbation() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture(group())) {
            Membership a = fixture.join("a");
            Soon.running(a);
            for (int i = 0; i < 2; i++) {
                Soon.until("it holds", () -> a.portion().count() == 2);
                Soon.until("it stalled", () -> a.portion().isEmpty());
            }
            Soon.until("it holds once more", () -> a.portion().count() == 2);
        }
    }

    @Test
    void progressDoesNotTakeBackWhatTheApplicationGaveAway() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture(group())) {
            Membership a = fixture.join("a");
            Soon.running(a);
            Soon.until("it stalled", () -> a.portion().isEmpty());
            a.suspend(true);
            a.progressed();
            Membership b = fixture.join("b");
            Soon.until("b has both", () -> {
                a.progressed();
                b.progressed();
                return b.portion().count() == 2;
            });
            assertThat(a.portion().isEmpty()).isTrue();
            a.suspend(false);
            Soon.until("a has its share", () -> {
                a.progressed();
                b.progressed();
                return a.portion().count() == 1;
            });
        }
    }

    @Test
    void aLimitBelowThePulseIsRefused() {
        assertThatThrownBy(() -> group().stalledAfter(Duration.ofMillis(10))).hasMessageContaining("below the pulse");
    }
}
