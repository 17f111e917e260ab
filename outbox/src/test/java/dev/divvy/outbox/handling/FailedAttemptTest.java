package dev.divvy.outbox.handling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.AbortEventException;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.RetryLaterException;
import dev.divvy.outbox.table.CrashMark;
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
                Instant.EPOCH,
                0,
                CrashMark.NONE,
                EventRow.Care.USUAL);
        return of(row, new IllegalStateException("failed"));
    }

    private static FailedAttempt of(EventRow row, Throwable error) {
        return new FailedAttempt(row, new ReceivedEvent(row, Payload.EMPTY, row.fence()), error);
    }

    @Test
    void anEventThatIsToBeHandledLaterHasNotFailed() {
        FailedAttempt later = of(after(9).row(), new RetryLaterException(Duration.ofHours(1), "closed"));
        assertThat(later.attempts()).isEqualTo(9);
        assertThat(later.isLast(SETTINGS.withAttempts(10))).isFalse();
        assertThat(later.delay(SETTINGS)).isEqualTo(Duration.ofHours(1));
        assertThat(later.text()).isEqualTo("closed");
    }

    @Test
    void anEventThatCanNeverBeHandledHasMadeItsLastAttempt() {
        FailedAttempt never = of(after(0).row(), new IllegalStateException(new AbortEventException("no such shop")));
        assertThat(never.attempts()).isEqualTo(1);
        assertThat(never.isLast(SETTINGS.withAttempts(10))).isTrue();
        assertThat(never.text()).isEqualTo("no such shop");
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
        assertThat(of(after(0).row(), silent).text())
                .isEqualTo(silent.getClass().getName());
    }
}
