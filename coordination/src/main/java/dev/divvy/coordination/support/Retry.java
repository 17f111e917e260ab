package dev.divvy.coordination.support;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Repeats an attempt with a backoff in between, as long as its failures are retryable. Blocks the calling thread. */
public final class Retry {

    /** One attempt. */
    @FunctionalInterface
    public interface Attempt<T, E extends Exception> {
        T run() throws E;
    }

    private final Backoff backoff;
    private final int attempts;
    private final long nanos;

    private Retry(Backoff backoff, int attempts, long nanos) {
        this.backoff = backoff;
        this.attempts = attempts;
        this.nanos = nanos;
    }

    /** Returns a retry that gives up after this many attempts, with the failure of the last one. */
    public static Retry times(int attempts, Backoff backoff) {
        if (attempts < 1) {
            throw new IllegalArgumentException("at least one attempt is needed, not " + attempts);
        }
        return new Retry(backoff, attempts, Long.MAX_VALUE);
    }

    /** Returns a retry that gives up with the first failure after this time; there is always one attempt. */
    public static Retry within(Duration time, Backoff backoff) {
        return new Retry(backoff, Integer.MAX_VALUE, time.toNanos());
    }

    /** Returns a retry that also gives up with the first failure after this time. */
    public Retry atMost(Duration time) {
        return new Retry(backoff, attempts, Math.min(nanos, time.toNanos()));
    }

    /**
     * Returns the result of the first attempt that succeeds. Throws a failure that is not {@code retryable}, or that comes when the
     * attempts or the time are used up. An interrupt shortens the delays and stays set; it does not end the attempts.
     */
    public <T, E extends Exception> T call(Attempt<T, E> attempt, Class<E> failure, Predicate<? super E> retryable)
            throws E {
        long began = System.nanoTime();
        for (int failures = 1; ; failures++) {
            try {
                return attempt.run();
            } catch (Exception e) {
                if (!failure.isInstance(e)
                        || failures >= attempts
                        || System.nanoTime() - began >= nanos
                        || !retryable.test(failure.cast(e))) {
                    throw e;
                }
                LockSupport.parkNanos(backoff.randomNanosAfter(failures));
            }
        }
    }
}
