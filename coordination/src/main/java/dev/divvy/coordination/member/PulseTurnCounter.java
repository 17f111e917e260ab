package dev.divvy.coordination.member;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Counts the turns of the pulse, for threads that wait until a condition holds. Conditions are evaluated outside the lock. */
final class PulseTurnCounter {

    /** Guarded by this, like {@code ended}. */
    private long count;

    private boolean ended;

    /** Counts one more turn. */
    synchronized void advance() {
        count++;
        notifyAll();
    }

    /** Counts the last turn. */
    synchronized void end() {
        ended = true;
        count++;
        notifyAll();
    }

    private synchronized long count() {
        return count;
    }

    /** Waits until the condition holds after some turn, at most this long; returns whether it does. */
    boolean await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        long begun = System.nanoTime();
        long limit = Durations.waitNanos(atMost);
        for (long seen = count(); !condition.getAsBoolean(); seen = count()) {
            if (!awaitAfter(seen, begun, limit)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether there was a turn after the seen one before the time limit. */
    private synchronized boolean awaitAfter(long seen, long begun, long limit) throws InterruptedException {
        while (count == seen) {
            long left = limit - (System.nanoTime() - begun);
            if (left <= 0 || ended) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
        }
        return true;
    }
}
