package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.Signal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes a poller that has nothing to do: at once, or several times soon after a send, because the transaction of a send commits some time
 * later.
 */
public final class PollerSignal {

    /** How soon after a send the poller looks; each further look comes after twice as long. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LOOKS_AFTER_A_SEND = 5;

    private final Signal signal = new Signal();
    private final AtomicBoolean wanted = new AtomicBoolean();

    /** How many looks after a send are still due. Guarded by this object, as is the next field. */
    private int looks;

    /** When the next of them is due; without a meaning when there is none. */
    private long nextLook;

    /** Lets the poller look at once. */
    public void wakeNow() {
        wanted.set(true);
        signal.raise();
    }

    /** Lets the poller look several times soon. However often this is called, it never delays a look. */
    public void wakeSoon() {
        if (schedule(System.nanoTime() + SOON_NANOS)) {
            signal.raise();
        }
    }

    /** Returns whether the next look is earlier than it was. */
    private synchronized boolean schedule(long soon) {
        boolean earlier = looks == 0 || nextLook - soon > 0;
        if (earlier) {
            nextLook = soon;
        }
        looks = LOOKS_AFTER_A_SEND;
        return earlier;
    }

    /** Waits until the next look is due, at most this long; returns whether there is a reason to look. */
    boolean await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (!wanted.getAndSet(false)) {
            long now = System.nanoTime();
            if (takeLook(now)) {
                return true;
            }
            if (deadline - now <= 0) {
                return false;
            }
            // A signal without a wish means that the next look is due earlier than before.
            signal.await(Math.min(deadline - now, nanosToLook(now)));
        }
        return true;
    }

    private synchronized boolean takeLook(long now) {
        boolean due = looks > 0 && nextLook - now <= 0;
        if (due) {
            looks--;
            nextLook = now + (SOON_NANOS << (LOOKS_AFTER_A_SEND - looks));
        }
        return due;
    }

    private synchronized long nanosToLook(long now) {
        return looks > 0 ? nextLook - now : Long.MAX_VALUE;
    }
}
