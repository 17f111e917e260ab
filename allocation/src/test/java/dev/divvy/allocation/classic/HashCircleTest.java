package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashCircleTest {

    private static final long SEED = 7;

    @Test
    void afterTheLargestHashComesTheSmallest() {
        HashCircle circle = new HashCircle(new long[] {HashCircle.point(1L << 63, 5), HashCircle.point(1L << 40, 9)});
        assertThat(circle.number(circle.from(0))).isEqualTo(9);
        assertThat(circle.number(circle.from(1L << 40))).isEqualTo(9);
        assertThat(circle.number(circle.from(1L << 41))).isEqualTo(5);
        assertThat(circle.number(circle.from(-1))).isEqualTo(9);
        assertThat(circle.after(0)).isEqualTo(1);
        assertThat(circle.after(1)).isZero();
    }

    @Test
    void pointsInOnePlaceAreInTheOrderOfTheirNumbers() {
        HashCircle circle =
                new HashCircle(new long[] {HashCircle.point(-1, 3), HashCircle.point(-1, 1), HashCircle.point(-1, 2)});
        assertThat(circle.from(-1)).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(circle.number(i)).isEqualTo(i + 1);
        }
    }

    @Test
    void manyPointsAreInOrderWhetherTheyLieEvenlyOrNot() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int size : new int[] {1, 31, 32, 33, 1000, 20_000}) {
            for (int shift : new int[] {0, 1, 30}) {
                long[] hashes = random.longs(size).map(hash -> hash >>> shift).toArray();
                long[] points = new long[size];
                for (int i = 0; i < size; i++) {
                    points[i] = HashCircle.point(hashes[i], i);
                }
                HashCircle circle = new HashCircle(points);
                for (int i = 1; i < size; i++) {
                    long before = hashes[circle.number(i - 1)] >>> 21;
                    long here = hashes[circle.number(i)] >>> 21;
                    assertThat(before)
                            .as("seed %d, point %d of %d", SEED, i, size)
                            .isLessThanOrEqualTo(here);
                }
            }
        }
    }
}
