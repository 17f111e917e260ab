package dev.divvy.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelsTest {

    @Test
    void labelsThatHaveRoomStayWhereTheyBelong() {
        assertThat(Labels.apart(new double[] {80, 10, 45}, 15, 0, 100)).containsExactly(80, 10, 45);
    }

    @Test
    void labelsThatWouldOverlapAreKeptApartInTheirOrder() {
        assertThat(Labels.apart(new double[] {20, 22, 21}, 15, 0, 100)).containsExactly(20, 50, 35);
    }

    @Test
    void labelsAtTheEndArePushedBackInside() {
        assertThat(Labels.apart(new double[] {99, 98, 50}, 15, 0, 100)).containsExactly(100, 85, 50);
    }
}
