package dev.divvy.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnsTest {

    @Test
    void columnsLineUpFiguresToTheRight() {
        assertThat(new Columns().row("a", "moved").row("sticky", "7").lines())
                .containsExactly("a       moved", "sticky      7");
    }

    @Test
    void figuresAreShort() {
        assertThat(Numbers.times(1)).isEqualTo("1.00x");
        assertThat(Numbers.times(17.62)).isEqualTo("17.6x");
        assertThat(Numbers.times(320.4)).isEqualTo("320x");
        assertThat(Numbers.times(9.996)).isEqualTo("10.0x");
        assertThat(Numbers.times(Double.POSITIVE_INFINITY)).isEqualTo("-");
        assertThat(Numbers.micros(7.2)).isEqualTo("7.20 us");
        assertThat(Numbers.micros(1350)).isEqualTo("1.35 ms");
        assertThat(Numbers.whole(1234567)).isEqualTo("1,234,567");
        assertThat(Numbers.count(1, "token")).isEqualTo("1 token");
        assertThat(Numbers.count(1000, "token")).isEqualTo("1,000 tokens");
    }
}
