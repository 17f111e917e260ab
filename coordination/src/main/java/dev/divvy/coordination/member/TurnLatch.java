package dev.divvy.coordination.member;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Counts the turns of the pulse, for those who wait until something came true. What they wait for is asked outside the lock. */
final class TurnLatch {

    /** Guarded by this, like the other. */
    private long count;

    private boolean ended;

    /** The pulse turned once more. */
    synchronized void one() {
        count++;
        notifyAll();
    }

    /** There will be no further turn than this. */
    synchronized void end() {
        ended = true;
        count++;
        notifyAll();
    }

    private synchronized long count() {
        return count;
    }

    /** Waits until the condition holds after some turn, at most this long; answers whether it does. */
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

    /** Answers whether there was another turn than the one that was seen, before the time was over. */
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
