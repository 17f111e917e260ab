package dev.divvy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StatusMetricsTest {

    @Test
    void everyKindHasItsNameAndAllValuesOfATextComeFromOneStatus() {
        AtomicInteger reads = new AtomicInteger();
        try (StatusMetrics<Integer> metrics = new StatusMetrics<>("divvy.test.", reads::incrementAndGet)) {
            metrics.gauge("first", "a gauge", status -> status);
            metrics.gauge("second", "another one", status -> status);
            metrics.gauge("parts", "of several", "state", "alive", status -> 3);
            metrics.gauge("parts", "of several", "state", "denied", status -> 4);
            metrics.seconds("last.round", "a time", status -> Duration.ofMillis(250));
            metrics.counter("events", "a counter", status -> 10 * status);
            metrics.timer("ping", "a timer", status -> 5, status -> Duration.ofSeconds(2));
            assertThat(metrics.text())
                    .contains("\ndivvy_test_first 1.0\n", "\ndivvy_test_second 1.0\n")
                    .contains("\ndivvy_test_parts{state=\"alive\"} 3.0\n")
                    .contains("\ndivvy_test_parts{state=\"denied\"} 4.0\n")
                    .contains("\ndivvy_test_last_round_seconds 0.25\n")
                    .contains("\ndivvy_test_events_total 10.0\n")
                    .contains("\ndivvy_test_ping_seconds_count 5\n", "\ndivvy_test_ping_seconds_sum 2.0\n")
                    .contains("\njvm_memory_used_bytes{", "\nprocess_uptime_seconds ");
            assertThat(metrics.text()).contains("\ndivvy_test_first 2.0\n", "\ndivvy_test_events_total 20.0\n");
        }
    }
}
