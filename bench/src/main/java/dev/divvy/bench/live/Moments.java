package dev.divvy.bench.live;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for conditions and for moments. */
public final class Moments {

    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private Moments() {}

    public static void await(String what, Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("waited " + atMost.toSeconds() + " s in vain until " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Waits until this moment of the JVM's own clock. */
    public static void until(long nanoTime) {
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
