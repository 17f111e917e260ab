package dev.divvy.outbox.handling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailedAttemptTest {

    private static final ProcessorSettings SETTINGS =
            ProcessorSettings.defaults().withRetryDelay(Duration.ofMillis(100), Duration.ofMillis(1_500));

    private static FailedAttempt after(int earlierAttempts) {
        EventRow row = new EventRow(
                1,
                new EntityKey("Order", "1"),
                0,
                new Fence("a", 1),
                "",
                "",
                0,
                Payload.EMPTY,
                earlierAttempts,
                0,
                false,
                false,
                Instant.EPOCH);
        return new FailedAttempt(row, new IllegalStateException("failed"));
    }

    @Test
    void theDelayDoublesWithEveryFailureUpToTheLongest() {
        long backoff = 100;
        for (int earlier = 0; earlier < 100; earlier++) {
            assertThat(after(earlier).delay(SETTINGS))
                    .as("after %d earlier attempts", earlier)
                    .isBetween(Duration.ofMillis(backoff * 9 / 10), Duration.ofMillis(backoff * 11 / 10));
            backoff = Math.min(2 * backoff, 1_500);
        }
    }

    @Test
    void eventsThatFailedTogetherAreRetriedApart() {
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> after(3).delay(SETTINGS))
                        .distinct())
                .hasSizeGreaterThan(40);
    }

    @Test
    void theLastAttemptIsTheOneThatTheSettingsAllow() {
        assertThat(after(8).isLast(SETTINGS.withAttempts(10))).isFalse();
        assertThat(after(9).isLast(SETTINGS.withAttempts(10))).isTrue();
    }

    @Test
    void anErrorThatCannotDescribeItselfIsNamedByItsType() {
        var silent = new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no text");
            }
        };
        assertThat(new FailedAttempt(after(0).row(), silent).text())
                .isEqualTo(silent.getClass().getName());
    }
}
