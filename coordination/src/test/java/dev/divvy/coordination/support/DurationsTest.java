package dev.divvy.coordination.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurationsTest {

    @Test
    void aNanosecondAndAYearArePositive() {
        assertThat(Durations.positive("timeout", Duration.ofNanos(1))).isEqualTo(Duration.ofNanos(1));
        assertThat(Durations.positive("timeout", Duration.ofDays(366))).isEqualTo(Duration.ofDays(366));
    }

    @Test
    void theLimitsThemselvesAreWithin() {
        Duration second = Duration.ofSeconds(1);
        Duration minute = Duration.ofMinutes(1);
        assertThat(Durations.between("timeout", second, second, minute)).isEqualTo(second);
        assertThat(Durations.between("timeout", minute, second, minute)).isEqualTo(minute);
        assertThatThrownBy(() -> Durations.between("timeout", minute.plusNanos(1), second, minute))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout PT1M0.000000001S must be between PT1S and PT1M");
        assertThatThrownBy(() -> Durations.between("timeout", Duration.ZERO, second, minute))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout PT0S must be between PT1S and PT1M");
    }

    @Test
    void aWaitDoesNotOverflow() {
        assertThat(Durations.waitNanos(Duration.ofMillis(3))).isEqualTo(3_000_000);
        assertThat(Durations.waitNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Durations.waitNanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
    }

    @Test
    void anyOtherIsRefusedByNameAndValue() {
        for (String value : List.of("PT0S", "PT-1S", "PT8784H0.000000001S", "PT2562047788015215H")) {
            assertThatThrownBy(() -> Durations.positive("timeout", Duration.parse(value)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("timeout " + value + " must be positive and at most a year");
        }
    }
}
