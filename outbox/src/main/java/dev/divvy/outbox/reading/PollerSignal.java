package dev.divvy.outbox.reading;

import dev.divvy.coordination.support.Signal;
import java.util.concurrent.TimeUnit;

/**
 * Wakes an idle poller, with what it is to read: at once, or several times shortly after a send, because the transaction of a send commits at
 * an unknown time after it.
 */
public final class PollerSignal {

    /** The delay of the first look after a send; it is doubled for each further look. */
    private static final long FIRST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LOOKS_PER_SEND = 5;

    private final Signal signal = new Signal();

    /** Called after each wake-up; set once, by the poller. */
    private volatile Runnable woken = () -> {};

    /** The part that is to be read. Guarded by this object, as are the next fields. */
    private ScanScope wanted = ScanScope.NOTHING;

    /** The number of looks after a send that are still due. */
    private int looks;

    /** The time of the next of them; meaningless when there is none. */
    private long nextLook;

    /** Makes the poller look at once, at everything. */
    public void wakeNow() {
        wake(ScanScope.EVERYTHING);
    }

    /** Makes the poller look at once. */
    public void wake(ScanScope scope) {
        synchronized (this) {
            wanted = wanted.and(scope);
        }
        raise();
    }

    private void raise() {
        signal.raise();
        woken.run();
    }

    /** Sets what is called after each wake-up. */
    void onWake(Runnable call) {
        woken = call;
    }

    /** Makes the poller look several times soon. A further call never delays a look. */
    public void wakeSoon() {
        if (schedule(System.nanoTime() + FIRST_DELAY_NANOS)) {
            raise();
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

    /** Waits until the next look is due, at most this long; returns what is to be read: nothing if none is due. */
    ScanScope await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (true) {
            long now = System.nanoTime();
            ScanScope scope = take(now);
            if (!scope.isNothing() || deadline - now <= 0) {
                return scope;
            }
            // A signal without a scope means that the next look is due earlier than before.
            signal.await(Math.min(deadline - now, nanosToLook(now)));
        }
    }

    private synchronized ScanScope take(long now) {
        ScanScope scope = wanted;
        wanted = ScanScope.NOTHING;
        if (looks > 0 && nextLook - now <= 0) {
            looks--;
            nextLook = now + (FIRST_DELAY_NANOS << (LOOKS_PER_SEND - looks));
            return ScanScope.EVERYTHING;
        }
        return scope;
    }

    /** Returns the time until the next look after a send; the longest when none is due. */
    long nanosToLook() {
        return nanosToLook(System.nanoTime());
    }

    private synchronized long nanosToLook(long now) {
        return looks > 0 ? nextLook - now : Long.MAX_VALUE;
    }
}
