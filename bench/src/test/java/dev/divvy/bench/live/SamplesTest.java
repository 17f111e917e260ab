package dev.divvy.bench.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(new Samples(new double[] {4, 1, 3, 2}).median()).isEqualTo(2.5);
        assertThat(new Samples(new double[] {9, 1, 5}).median()).isEqualTo(5);
    }

    @Test
    void percentilesAreMeasuredValues() {
        Samples hundred =
                new Samples(IntStream.rangeClosed(1, 100).asDoubleStream().toArray());
        assertThat(hundred.percentile(99)).isEqualTo(99);
        assertThat(hundred.least()).isEqualTo(1);
        assertThat(hundred.most()).isEqualTo(100);
        assertThat(new Samples(new double[] {7}).percentile(99)).isEqualTo(7);
    }

    @Test
    void noMeasurementsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Samples(new double[0]))
                .withMessage("nothing was measured");
    }
}
