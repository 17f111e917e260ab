package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Membership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    void aMemberThatIsReadyAgainTakesItsShareAtOnce() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture(group().stalledAfter(Duration.ofSeconds(1)));
                Work work = new Work()) {
            Membership a = fixture.join("a");
            a.ready();
            Membership b = fixture.join("b");
            work.of(b);
            Soon.until("it gave its share away", () -> b.portion().count() == 2);
            Soon.until("again and again it would be its turn", () -> work.nanos() > 3_500_000_000L);
            assertThat(a.portion().isEmpty()).as("it is not ready").isTrue();
            a.ready();
            Soon.until("it has its share", () -> a.portion().count() == 1);
        }
    }

    /** It may be ready as far as it knows, and yet get nothing done. */
    @Test
    void theTimeBetweenTwoProbationsIsDoubled() throws InterruptedException {
        try (GroupFixture fixture = new GroupFixture(group());
                Work work = new Work()) {
            Membership a = fixture.join("a");
            Membership b = fixture.join("b");
            work.of(b);
            work.readies(a);
            Soon.until("it holds", () -> a.portion().count() == 1);
            long[] pauses = new long[3];
            for (int i = 0; i < pauses.length; i++) {
                Soon.until("it stalled", () -> a.portion().isEmpty());
                long began = System.nanoTime();
                Soon.until("it holds once more", () -> a.portion().count() == 1);
                pauses[i] = System.nanoTime() - began;
            }
            assertThat(pauses[1])
                    .as("twice the limit")
                    .isGreaterThan(Duration.ofMillis(500).toNanos());
            assertThat(pauses[2])
                    .as("four times")
                    .isGreaterThan(Duration.ofSeconds(1).toNanos());
        }
    }

    /** A thread that works for members. */
    private static final class Work implements AutoCloseable {

        private final List<Membership> working = new CopyOnWriteArrayList<>();
        private final List<Membership> ready = new CopyOnWriteArrayList<>();
        private final long began = System.nanoTime();
        private final Thread thread = new Thread(this::run);

        Work() {
            thread.start();
        }

        void of(Membership member) {
            working.add(member);
        }

        void readies(Membership member) {
            ready.add(member);
        }

        long nanos() {
            return System.nanoTime() - began;
        }

        private void run() {
            while (!Thread.currentThread().isInterrupted()) {
                working.forEach(Membership::progressed);
                ready.forEach(Membership::ready);
                Soon.rest();
            }
        }

        @Override
        public void close() {
            thread.interrupt();
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
