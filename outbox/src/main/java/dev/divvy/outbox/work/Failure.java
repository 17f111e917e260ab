package dev.divvy.outbox.work;

import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.Row;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** A failed attempt of one event. */
record Failure(Row row, Throwable error) {

    private static final int MOST_DOUBLINGS = 30;

    int attempts() {
        return row.attempts() + 1;
    }

    boolean isLast(ProcessorSettings how) {
        return attempts() >= how.attempts();
    }

    /** Doubled with every failure up to the longest, and a tenth more or less, so that what failed together does not come back together. */
    Duration delay(ProcessorSettings how) {
        long first = how.retryDelay().toMillis();
        long longest = how.longestRetryDelay().toMillis();
        int doublings = Math.min(row.attempts(), MOST_DOUBLINGS);
        long plain = first > (longest >> doublings) ? longest : Math.max(1, first << doublings);
        return Duration.ofMillis(plain + ThreadLocalRandom.current().nextLong(-plain / 10, plain / 10 + 1));
    }

    /** What it says of itself; some say nothing, or fail even at that. */
    String text() {
        try {
            return String.valueOf(error.toString());
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }
}
