package dev.divvy.outbox.scenario;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that waits a few times and looks whether it did: under a library for other clocks waiting may end at once. Fails if so. */
final class ClockProbe {

    private static final int WAITS = 10;
    private static final long EACH_MILLIS = 20;

    private ClockProbe() {}

    public static void main(String[] words) {
        long began = System.nanoTime();
        for (int i = 0; i < WAITS; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EACH_MILLIS));
        }
        long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        // A wait may end a little early for no reason; half of them do not.
        System.exit(waited >= WAITS * EACH_MILLIS / 2 ? 0 : 1);
    }
}
