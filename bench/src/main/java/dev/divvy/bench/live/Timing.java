package dev.divvy.bench.live;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions and points in time, and converts nanoseconds. */
public final class Timing {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Timing() {}

    public static void await(String condition, Duration timeout, BooleanSupplier isMet) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!isMet.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not within " + timeout.toSeconds() + " s: " + condition);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Waits until {@link System#nanoTime()} has reached this value. */
    public static void sleepUntil(long nanoTime) {
        long left = nanoTime - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanoTime - System.nanoTime();
        }
    }

    public static double millis(long nanos) {
        return nanos / 1e6;
    }

    public static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
