package dev.divvy.cli.up.outbox;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * How long the receiver takes to answer: at random around 100 ms, and less where the workers could not keep up with the rate of events. A
 * backlog of more than two seconds is answered at once. Thread-safe.
 */
final class ResponseDelay {

    private static final Duration LONGEST = Duration.ofMillis(100);
    private static final int BACKLOG_SECONDS = 2;

    /** Workers must be able to handle this many times the rate, also while one of them is down. */
    private static final int RESERVE = 3;

    private final int rate;
    private final LongSupplier backlog;

    /** Guarded by this object. */
    private final SplittableRandom random;

    /** The mean delay in nanoseconds. */
    private final long mean;

    /**
     * A delay for this many events per second.
     *
     * @param atOnce the number of events that can be delivered at the same time
     * @param backlog returns the number of events that wait for their delivery
     */
    ResponseDelay(int rate, int atOnce, LongSupplier backlog, long seed) {
        this.rate = rate;
        this.backlog = backlog;
        this.random = new SplittableRandom(seed);
        this.mean = Math.min(LONGEST.toNanos(), Duration.ofSeconds(atOnce).toNanos() / ((long) RESERVE * rate));
    }

    /** Returns the delay of the next answer. */
    Duration next() {
        if (backlog.getAsLong() > (long) BACKLOG_SECONDS * rate) {
            return Duration.ZERO;
        }
        synchronized (this) {
            return Duration.ofNanos(random.nextLong(mean / 2, mean * 3 / 2 + 1));
        }
    }
}
