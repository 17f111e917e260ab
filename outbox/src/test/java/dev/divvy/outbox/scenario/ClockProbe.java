package dev.divvy.outbox.scenario;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that checks whether timed waits work, which a library for other clocks may break. Exits with 1 if they do not. */
final class ClockProbe {

    private static final int WAITS = 10;
    private static final long EACH_MILLIS = 20;

    private ClockProbe() {}

    public static void main(String[] arguments) {
        long began = System.nanoTime();
        for (int i = 0; i < WAITS; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EACH_MILLIS));
        }
        long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        // A single wait may end early for no reason; half of them do not.
        System.exit(waited >= WAITS * EACH_MILLIS / 2 ? 0 : 1);
    }
}
