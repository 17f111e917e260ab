package dev.divvy.cli.up.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ResponseDelayTest {

    private final AtomicLong backlog = new AtomicLong();

    private Duration mean(int rate, int atOnce) {
        ResponseDelay delay = new ResponseDelay(rate, atOnce, backlog::get, 7);
        Duration sum = Duration.ZERO;
        for (int i = 0; i < 1_000; i++) {
            sum = sum.plus(delay.next());
        }
        return sum.dividedBy(1_000);
    }

    @Test
    void aSlowRateIsAnsweredAfterATenthOfASecondAndAFastOneInTime() {
        assertThat(mean(20, 6)).isBetween(Duration.ofMillis(95), Duration.ofMillis(105));
        // Two at once that take 33 ms each are three times as many.
        assertThat(mean(20, 2)).isBetween(Duration.ofMillis(31), Duration.ofMillis(36));
        assertThat(mean(10_000, 6)).isLessThan(Duration.ofNanos(210_000));
    }

    @Test
    void aBacklogOfMoreThanTwoSecondsIsAnsweredAtOnce() {
        backlog.set(40);
        assertThat(mean(20, 6)).isPositive();
        backlog.set(41);
        assertThat(mean(20, 6)).isZero();
    }
}
