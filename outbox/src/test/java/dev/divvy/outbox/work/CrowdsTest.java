package dev.divvy.outbox.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.hash.HashRange;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CrowdsTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final HashRange RANGE = new HashRange(-10, 10);

    private final Crowds crowds = new Crowds();

    @Test
    void aCrowdedHashIsCutOutUntilItsFirstEventIsDue() {
        crowds.leaveOut(3, 0, 0, SECOND / 2);
        assertThat(crowds.cut(RANGE, 1)).containsExactly(new HashRange(-10, 2), new HashRange(4, 10));
        assertThat(crowds.soonest(0)).isEqualTo(SECOND / 2);
        assertThat(crowds.cut(RANGE, SECOND / 2)).containsExactly(RANGE);
    }

    @Test
    void itIsLookedAtNowAndThenForTheSakeOfOthers() {
        crowds.leaveOut(3, 0, 0, 100 * SECOND);
        assertThat(crowds.cut(RANGE, SECOND)).containsExactly(RANGE);
    }

    @Test
    void whatCostsMuchIsLookedAtRarely() {
        crowds.leaveOut(3, 0, SECOND, 0);
        assertThat(crowds.cut(RANGE, 19 * SECOND)).hasSize(2);
        assertThat(crowds.cut(RANGE, 20 * SECOND)).containsExactly(RANGE);
    }

    @Test
    void theEndsOfARangeAndTheWholeOfItMayBeCutOut() {
        crowds.leaveOut(-10, 0, SECOND, 0);
        crowds.leaveOut(10, 0, SECOND, 0);
        assertThat(crowds.cut(RANGE, 1)).containsExactly(new HashRange(-9, 9));
        assertThat(crowds.cut(new HashRange(10, 10), 1)).isEmpty();
    }

    @Test
    void whereEverythingIsCrowdedItIsReadLikeAnythingElse() {
        for (int hash = 0; hash < 1000; hash++) {
            crowds.leaveOut(hash, 0, SECOND, 0);
        }
        assertThat(crowds.cut(new HashRange(0, 999), 1)).hasSizeLessThan(102);
    }
}
