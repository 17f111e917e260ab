package dev.divvy.coordination.step;

import static dev.divvy.coordination.step.Scene.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final long PULSE = TIMING.pulse().toNanos();

    @Test
    void theWaitDoublesUpToSomePulses() {
        long base = PULSE / 4;
        for (int failures = 1; failures <= 1000; failures++) {
            assertThat(Backoff.after(failures, "a", TIMING))
                    .as("after %d failures", failures)
                    .isBetween(base * 3 / 4, base * 5 / 4 + 1);
            base = Math.min(base * 2, 5 * PULSE);
        }
    }

    @Test
    void membersThatFailedTogetherComeBackApart() {
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> Backoff.after(3, "member-" + i, TIMING))
                        .distinct())
                .hasSizeGreaterThan(45);
    }

    @Test
    void theWaitOfAMemberIsTheSameEveryTime() {
        assertThat(Backoff.after(2, "a", TIMING)).isEqualTo(Backoff.after(2, "a", TIMING));
    }
}
