package dev.divvy.cli.shell;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting for something that others do. */
final class Patience {

    private static final long PAUSE_MILLIS = 50;

    private Patience() {}

    /** Asks again and again; answers whether it came true in time. */
    static boolean until(Duration atMost, BooleanSupplier awaited) {
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            while (!awaited.getAsBoolean()) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
