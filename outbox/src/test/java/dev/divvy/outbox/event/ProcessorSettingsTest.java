package dev.divvy.outbox.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ProcessorSettingsTest {

    private static final ProcessorSettings DEFAULTS = ProcessorSettings.defaults();
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static void refused(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void aWrongValueIsRefusedWithItsNameAndItsLimits() {
        refused(
                () -> DEFAULTS.withPollingInterval(Duration.ZERO),
                "polling interval PT0S must be positive and at most a year");
        refused(
                () -> DEFAULTS.withHandlerTimeout(Duration.ofDays(400)),
                "handler timeout PT9600H must be positive and at most a year");
        refused(
                () -> DEFAULTS.withKeepDone(SECOND.negated()),
                "time to keep completed events PT-1S must be positive and at most a year");
        refused(() -> DEFAULTS.withBatchSize(0), "batch size 0 must be from 1 to 10000");
        refused(() -> DEFAULTS.withAttempts(0), "attempts 0 must be from 1 to 1000000");
        refused(() -> DEFAULTS.withWorkers(257), "workers 257 must be from 1 to 256");
    }

    @Test
    void theLongestRetryDelayIsNotBelowTheFirst() {
        refused(
                () -> DEFAULTS.withRetryDelay(Duration.ofSeconds(10), SECOND),
                "longest retry delay PT1S must be at least the first retry delay PT10S");
        assertThat(DEFAULTS.withRetryDelay(SECOND, SECOND).longestRetryDelay()).isEqualTo(SECOND);
    }

    @Test
    void aChangeLeavesTheOthersAsTheyWere() {
        ProcessorSettings changed = DEFAULTS.withWorkers(7).withBatchSize(3);
        assertThat(changed.workers()).isEqualTo(7);
        assertThat(changed.batchSize()).isEqualTo(3);
        assertThat(changed.retryDelay()).isEqualTo(DEFAULTS.retryDelay());
        assertThat(DEFAULTS.workers()).isNotEqualTo(7);
    }
}
