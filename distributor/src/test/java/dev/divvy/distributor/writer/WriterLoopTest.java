package dev.divvy.distributor.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WriterLoopTest {

    @Test
    void hintsThatComeAllTheTimeCauseFourRoundsPerSecondAndFewerIfARoundTakesLong() {
        assertThat(WriterLoop.spacing(Duration.ofMillis(3).toNanos())).isEqualTo(WriterLoop.SPACING.toNanos());
        assertThat(WriterLoop.spacing(Duration.ofMillis(200).toNanos()))
                .isEqualTo(Duration.ofMillis(800).toNanos());
    }
}
