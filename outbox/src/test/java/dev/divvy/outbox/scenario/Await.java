package dev.divvy.outbox.scenario;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, looking again and again, and not forever. */
final class Await {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private Await() {}

    interface Condition {
        boolean holds() throws Exception;
    }

    static void until(String what, Duration atMost, Condition condition) throws Exception {
        if (!within(atMost, condition)) {
            throw new AssertionError("not within " + atMost.toSeconds() + " s: " + what);
        }
    }

    static boolean within(Duration atMost, Condition condition) throws Exception {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
