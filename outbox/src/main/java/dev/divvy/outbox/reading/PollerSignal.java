package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.Signal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes an idle poller: at once, or several times shortly after a send, because the transaction of a send commits at an unknown time after
 * it.
 */
public final class PollerSignal {

    /** The delay of the first look after a send; it is doubled for each further look. */
    private static final long FIRST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LOOKS_PER_SEND = 5;

    private final Signal signal = new Signal();
    private final AtomicBoolean woken = new AtomicBoolean();

    /** The number of looks after a send that are still due. Guarded by this object, as is the next field. */
    private int looks;

    /** The time of the next of them; meaningless when there is none. */
    private long nextLook;

    /** Makes the poller look at once. */
    public void wakeNow() {
        woken.set(true);
        signal.raise();
    }

    /** Makes the poller look several times soon. A further call never delays a look. */
    public void wakeSoon() {
        if (schedule(System.nanoTime() + FIRST_DELAY_NANOS)) {
            signal.raise();
        }
    }

    /** Returns whether the next look is now earlier. */
    private synchronized boolean schedule(long soon) {
        boolean earlier = looks == 0 || nextLook - soon > 0;
        if (earlier) {
            nextLook = soon;
        }
        looks = LOOKS_PER_SEND;
        return earlier;
    }

    /** Waits until the next look is due, at most this long; returns whether one is due. */
    boolean await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (!woken.getAndSet(false)) {
            long now = System.nanoTime();
            if (takeLook(now)) {
                return true;
            }
            if (deadline - now <= 0) {
                return false;
            }
            // A signal without that flag means that the next look is due earlier than before.
            signal.await(Math.min(deadline - now, nanosToLook(now)));
        }
        return true;
    }

    private synchronized boolean takeLook(long now) {
        boolean due = looks > 0 && nextLook - now <= 0;
        if (due) {
            looks--;
            nextLook = now + (FIRST_DELAY_NANOS << (LOOKS_PER_SEND - looks));
        }
        return due;
    }

    private synchronized long nanosToLook(long now) {
        return looks > 0 ? nextLook - now : Long.MAX_VALUE;
    }
}
