package dev.divvy.coordination.support;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Delays between attempts: the first delay, doubled after each failure, up to the longest. */
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

    /** Returns a random delay between half of {@link #nanosAfter} and all of it, so that callers that failed together retry apart. */
    public long randomNanosAfter(int failures) {
        long delay = nanosAfter(failures);
        return delay == 0 ? 0 : ThreadLocalRandom.current().nextLong(delay / 2, delay + 1);
    }
}
