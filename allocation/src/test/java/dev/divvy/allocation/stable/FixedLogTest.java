package dev.divvy.allocation.stable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FixedLogTest {

    private static final long SEED = 52;

    @Test
    void isTheLogarithmToEightDigits() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 50_000; i++) {
            long number = 1 + (random.nextLong(FixedLog.ONE) >>> random.nextInt(FixedLog.BITS));
            double exact = -StrictMath.log((double) number / FixedLog.ONE);
            assertThat((double) FixedLog.minusLn(number) / FixedLog.ONE)
                    .as("-ln of %d, seed %d", number, SEED)
                    .isCloseTo(exact, within(1e-8));
        }
    }

    @Test
    void theEndsAreZeroAndTheBitsTimesLnTwo() {
        assertThat(FixedLog.minusLn(FixedLog.ONE)).isZero();
        assertThat(FixedLog.minusLn(1)).isEqualTo(FixedLog.BITS * (long) (StrictMath.log(2) * FixedLog.ONE));
    }

    /** {@link Offers} relies on this to discard a cost that is too high before computing it. */
    @Test
    void isNeverBelowWhatIsMissingToOne() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 50_000; i++) {
            long missing = random.nextLong(FixedLog.ONE) >>> random.nextInt(FixedLog.BITS);
            assertThat(FixedLog.minusLn(FixedLog.ONE - missing))
                    .as("-ln(1 - u), seed %d", SEED)
                    .isGreaterThanOrEqualTo(missing);
        }
    }

    @Test
    void neverRisesWithTheNumberWhereTwoCellsMeet() {
        for (long number = FixedLog.ONE / 2; number < FixedLog.ONE; number += FixedLog.ONE >>> 13) {
            assertThat(FixedLog.minusLn(number - 1)).isGreaterThanOrEqualTo(FixedLog.minusLn(number));
            assertThat(FixedLog.minusLn(number)).isGreaterThanOrEqualTo(FixedLog.minusLn(number + 1));
        }
    }
}
