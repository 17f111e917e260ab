package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Timing;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestScheduleTest {

    private static final long PULSE = TIMING.pulse().toNanos();

    @Test
    void theWaitDoublesUpToTheTimeOfOneCall() {
        long base = PULSE / 4;
        for (int failures = 1; failures <= 1000; failures++) {
            assertThat(RequestSchedule.retryDelay(failures, "a", TIMING))
                    .as("after %d failures", failures)
                    .isBetween(base * 3 / 4, base * 5 / 4 + 1);
            base = Math.min(base * 2, TIMING.timeout().toNanos());
        }
    }

    @Test
    void theLongestWaitAndAnotherFailureDoNotExpireAMember() {
        for (Timing timing : List.of(Timing.SERVER, Timing.PEERS)) {
            long longest = IntStream.range(1, 1000)
                    .mapToLong(failures -> RequestSchedule.retryDelay(failures, "a", timing))
                    .max()
                    .orElseThrow();
            assertThat(longest + timing.timeout().toNanos())
                    .isLessThan(timing.timeToLive().toNanos());
        }
    }

    @Test
    void membersThatFailedTogetherComeBackApart() {
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> RequestSchedule.retryDelay(3, "member-" + i, TIMING))
                        .distinct())
                .hasSizeGreaterThan(45);
    }

    @Test
    void theWaitOfAMemberIsTheSameEveryTime() {
        assertThat(RequestSchedule.retryDelay(2, "a", TIMING)).isEqualTo(RequestSchedule.retryDelay(2, "a", TIMING));
    }
}
