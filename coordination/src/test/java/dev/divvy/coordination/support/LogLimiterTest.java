package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogLimiterTest {

    private final AtomicLong now = new AtomicLong();
    private final LogLimiter limiter = new LogLimiter(Duration.ofNanos(100), now::get);

    @Test
    void aLineIsDueOncePerIntervalAndCountsThoseLeftOut() {
        assertThat(limiter.due("a")).isEqualTo(OptionalLong.of(0));
        now.set(99);
        assertThat(limiter.due("a")).isEmpty();
        assertThat(limiter.due("a")).isEmpty();
        assertThat(limiter.due("b")).isEqualTo(OptionalLong.of(0));
        now.set(100);
        assertThat(limiter.due("a")).isEqualTo(OptionalLong.of(2));
        assertThat(limiter.due("a")).isEmpty();
    }

    @Test
    void manyKeysShareOneLine() {
        int due = 0;
        for (int i = 0; i < 5_000; i++) {
            due += limiter.due("key " + i).isPresent() ? 1 : 0;
        }
        assertThat(due).isEqualTo(1_001);
    }
}
