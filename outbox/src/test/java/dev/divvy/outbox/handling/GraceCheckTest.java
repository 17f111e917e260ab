package dev.divvy.outbox.handling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GraceCheckTest {

    @Test
    void onlyTheFirstCallThatOutlivesTheGraceTimeIsWarnedOf() {
        Duration grace = Duration.ofSeconds(10);
        GraceCheck check = new GraceCheck(grace);
        assertThat(check.ended(grace.toNanos())).as("as long as the grace time").isFalse();
        assertThat(check.ended(grace.toNanos() + 1)).as("longer").isTrue();
        assertThat(check.ended(Duration.ofHours(1).toNanos())).as("another").isFalse();
        assertThat(new GraceCheck(grace).ended(Duration.ofHours(1).toNanos()))
                .as("of another processor")
                .isTrue();
    }
}
