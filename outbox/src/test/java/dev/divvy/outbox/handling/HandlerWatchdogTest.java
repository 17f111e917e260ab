package dev.divvy.outbox.handling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandlerWatchdogTest {

    @Test
    void tooManyThreadsThatHangSuspendTheProcessor() {
        AtomicInteger suspended = new AtomicInteger();
        try (HandlerWatchdog watchdog = new HandlerWatchdog(Duration.ofMinutes(1), suspended::incrementAndGet)) {
            for (int i = 1; i < HandlerWatchdog.MAX_HUNG; i++) {
                watchdog.countHung();
            }
            assertThat(suspended).hasValue(0);
            watchdog.countHung();
            assertThat(suspended).hasValue(1);
            watchdog.countReturned();
            assertThat(watchdog.hung()).isEqualTo(HandlerWatchdog.MAX_HUNG - 1);
        }
    }

    @Test
    void aResumedProcessorIsSuspendedAgainByTheNextThreadThatHangs() {
        AtomicInteger suspended = new AtomicInteger();
        try (HandlerWatchdog watchdog = new HandlerWatchdog(Duration.ofMinutes(1), suspended::incrementAndGet)) {
            for (int i = 0; i < HandlerWatchdog.MAX_HUNG; i++) {
                watchdog.countHung();
            }
            suspended.set(0);
            watchdog.countHung();
            assertThat(suspended).hasValue(1);
            watchdog.countHung();
            assertThat(suspended).hasValue(2);
        }
    }
}
