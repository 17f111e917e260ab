package dev.divvy.coordination.support;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Delays between attempts: the first one, then twice as long each time, up to the longest. */
public record Backoff(Duration first, Duration longest) {

    private static final int MOST_DOUBLINGS = 30;

    public Backoff {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "a backoff needs 0 < first <= longest, not first " + first + " and longest " + longest);
        }
    }

    /** Returns the delay after this many failures in a row; none before the first failure. */
    public long nanosAfter(int failures) {
        if (failures <= 0) {
            return 0;
        }
        int doublings = Math.min(failures - 1, MOST_DOUBLINGS);
        long most = longest.toNanos();
        // Compared before shifting, so that nothing overflows.
        return first.toNanos() > most >> doublings ? most : first.toNanos() << doublings;
    }

    /** Returns between half of the delay and all of it, at random: callers that failed together do not meet again. */
    public long randomNanosAfter(int failures) {
        long delay = nanosAfter(failures);
        return delay == 0 ? 0 : ThreadLocalRandom.current().nextLong(delay / 2, delay + 1);
    }
}
