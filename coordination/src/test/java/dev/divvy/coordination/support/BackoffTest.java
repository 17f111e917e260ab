package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BackoffTest {

    private final Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(10));

    @Test
    void delaysDoubleUpToTheLongest() {
        assertThat(backoff.nanosAfter(0)).isZero();
        assertThat(backoff.nanosAfter(1)).isEqualTo(1_000_000);
        assertThat(backoff.nanosAfter(2)).isEqualTo(2_000_000);
        assertThat(backoff.nanosAfter(4)).isEqualTo(8_000_000);
        assertThat(backoff.nanosAfter(5)).isEqualTo(10_000_000);
        assertThat(backoff.nanosAfter(Integer.MAX_VALUE)).isEqualTo(10_000_000);
    }

    @Test
    void hugeDelaysDoNotOverflow() {
        Backoff huge = new Backoff(Duration.ofDays(1), Duration.ofDays(100_000));
        assertThat(huge.nanosAfter(200)).isEqualTo(Duration.ofDays(100_000).toNanos());
    }

    @Test
    void randomDelaysLieBetweenHalfAndAll() {
        for (int i = 0; i < 1000; i++) {
            assertThat(backoff.randomNanosAfter(3)).isBetween(2_000_000L, 4_000_000L);
        }
    }

    @Test
    void aLongestShorterThanTheFirstIsRefused() {
        assertThatThrownBy(() -> new Backoff(Duration.ofMillis(2), Duration.ofMillis(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0.002S");
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
