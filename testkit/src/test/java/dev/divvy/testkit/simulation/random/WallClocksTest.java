package dev.divvy.testkit.simulation.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WallClocksTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final WallClocks clocks = new WallClocks();
    private final SeededRandom random = new SeededRandom(1);

    @Test
    void aClockThatJumpsBackDrawsALowerIncarnationUntilTheBoardReturnsTheHighest() {
        long first = clocks.incarnation("m1", 0, HOUR, random);
        clocks.jump("m1", -HOUR);
        assertThat(clocks.incarnation("m1", 0, HOUR + 5, random)).isLessThan(first);
        assertThat(clocks.incarnation("m1", first, HOUR + 5, random)).isGreaterThan(first);
    }

    @Test
    void theClocksOfOthersDoNotJump() {
        clocks.jump("m1", HOUR);
        assertThat(clocks.of("m2", 7)).isEqualTo(7);
        assertThat(clocks.of("m1", 7)).isEqualTo(HOUR + 7);
    }

    @Test
    void drawnNumbersAreShownShort() {
        Incarnation incarnation = new Incarnation("m1", clocks.incarnation("m1", 0, HOUR, random));
        assertThat(WallClocks.shortened(incarnation + " holds, m2/17 waits"))
                .matches("m1/3600001\\.[0-9a-f]{1,4} holds, m2/17 waits");
    }
}
