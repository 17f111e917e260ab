package dev.divvy.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTest {

    @Test
    void valuesThatDifferByMuchGetALogarithmicScale() {
        assertThat(Scale.around(1, 30, 100, 0).logarithmic()).isTrue();
        assertThat(Scale.around(1, 2, 100, 0).logarithmic()).isFalse();
    }

    @Test
    void allValuesLieBetweenTheEnds() {
        for (double largest : new double[] {1, 1.0001, 1.5, 4, 40, 4000, 4_000_000}) {
            Scale scale = Scale.around(1, largest, 240, 0);
            assertThat(scale.place(1)).isStrictlyBetween(0.0, 240.0);
            assertThat(scale.place(largest)).isStrictlyBetween(0.0, 240.0);
            assertThat(scale.ticks())
                    .as("ticks up to %s", largest)
                    .hasSizeBetween(2, 12)
                    .isSorted();
        }
    }

    @Test
    void ticksAreSaidShort() {
        assertThat(Scale.label(1)).isEqualTo("1");
        assertThat(Scale.label(1.5)).isEqualTo("1.5");
        assertThat(Scale.label(500)).isEqualTo("500");
        assertThat(Scale.label(20_000)).isEqualTo("20,000");
    }
}
