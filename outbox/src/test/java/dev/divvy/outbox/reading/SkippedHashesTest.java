package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.hash.HashRange;
import dev.divvy.coordination.Fence;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SkippedHashesTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final HashRange RANGE = new HashRange(-10, 10);

    private final SkippedHashes blocked = new SkippedHashes();

    @Test
    void aBlockedHashIsExcludedUntilItsFirstEventIsDue() {
        blocked.exclude(3, 0, 0, SECOND / 2);
        assertThat(blocked.withoutExcluded(RANGE, 1)).containsExactly(new HashRange(-10, 2), new HashRange(4, 10));
        assertThat(blocked.nanosToNext(0)).isEqualTo(SECOND / 2);
        assertThat(blocked.withoutExcluded(RANGE, SECOND / 2)).containsExactly(RANGE);
    }

    @Test
    void itIsReadNowAndThenForOtherEntities() {
        blocked.exclude(3, 0, 0, 100 * SECOND);
        assertThat(blocked.withoutExcluded(RANGE, SECOND)).containsExactly(RANGE);
    }

    @Test
    void aHashWhoseReadCostsMuchIsReadRarely() {
        blocked.exclude(3, 0, SECOND / 10, 0);
        assertThat(blocked.withoutExcluded(RANGE, 2 * SECOND - 1)).hasSize(2);
        assertThat(blocked.withoutExcluded(RANGE, 2 * SECOND)).containsExactly(RANGE);
    }

    @Test
    void oneSlowReadHidesAHashForSecondsOnly() {
        blocked.exclude(3, 0, 60 * SECOND, 0);
        assertThat(blocked.withoutExcluded(RANGE, 5 * SECOND - 1)).hasSize(2);
        assertThat(blocked.withoutExcluded(RANGE, 5 * SECOND)).containsExactly(RANGE);
    }

    @Test
    void hashesThatAreNoLongerHeldOrHeldAgainAreForgotten() {
        Tokens tokens = Tokens.sql(2);
        HashRange all = new HashRange(Integer.MIN_VALUE, Integer.MAX_VALUE);
        Map<Integer, Fence> both = Map.of(0, new Fence("a", 1), 1, new Fence("a", 1));
        int low = tokens.tokenOfHash(-3) == 0 ? -3 : 3;
        blocked.update(new HeldTokens(tokens, both));
        blocked.exclude(low, 0, SECOND, 0);
        blocked.exclude(-low, 0, SECOND, 0);
        blocked.update(new HeldTokens(tokens, both));
        assertThat(blocked.withoutExcluded(all, 1)).as("the same is held").hasSize(3);
        blocked.update(new HeldTokens(tokens, Map.of(0, new Fence("a", 1), 1, new Fence("a", 2))));
        assertThat(blocked.withoutExcluded(all, 1))
                .as("one was lost and gained again")
                .hasSize(2);
        blocked.update(new HeldTokens(tokens, Map.of(1, new Fence("a", 2))));
        assertThat(blocked.withoutExcluded(all, 1)).as("the other is not held").hasSize(1);
    }

    @Test
    void theEndsOfARangeAndTheWholeOfItMayBeExcluded() {
        blocked.exclude(-10, 0, SECOND, 0);
        blocked.exclude(10, 0, SECOND, 0);
        assertThat(blocked.withoutExcluded(RANGE, 1)).containsExactly(new HashRange(-9, 9));
        assertThat(blocked.withoutExcluded(new HashRange(10, 10), 1)).isEmpty();
    }

    @Test
    void whereTooManyHashesAreBlockedTheOthersAreRead() {
        for (int hash = 0; hash < 1000; hash++) {
            blocked.exclude(hash, 0, SECOND, 0);
        }
        assertThat(blocked.withoutExcluded(new HashRange(0, 999), 1)).hasSizeLessThan(102);
    }
}
