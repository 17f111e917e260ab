package dev.divvy.cache.store;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The reports about changes on the other side of a split whose keys a token has forgotten. They move with the entries, so that no later
 * owner forgets what was written since. Immutable.
 */
public final class ForgottenReports {

    public static final ForgottenReports NONE = new ForgottenReports(new long[0]);

    /** The reports that are remembered, of which only those of the last heals matter. */
    static final int MAX_REPORTS = 64;

    private final long[] numbers;

    private ForgottenReports(long[] numbers) {
        this.numbers = numbers;
    }

    public boolean contains(long report) {
        for (long number : numbers) {
            if (number == report) {
                return true;
            }
        }
        return false;
    }

    /** Returns these reports and another one, without the oldest if there are too many. */
    ForgottenReports plus(long report) {
        int from = Math.max(0, numbers.length + 1 - MAX_REPORTS);
        long[] next = Arrays.copyOfRange(numbers, from, numbers.length + 1);
        next[next.length - 1] = report;
        return new ForgottenReports(next);
    }

    /** Calls the action with the numbers, the oldest first. */
    public void forEach(LongConsumer action) {
        for (long number : numbers) {
            action.accept(number);
        }
    }
}
