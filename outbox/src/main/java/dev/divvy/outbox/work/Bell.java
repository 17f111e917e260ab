package dev.divvy.outbox.work;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What a reader with nothing to do waits for. */
final class Bell {

    /** How soon after a send one looks, and looks again, each time after twice as long: its transaction commits some time later. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int SOON_LOOKS = 5;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rings = lock.newCondition();

    /** Guarded by the lock, as all that follows. */
    private boolean rung;

    /** How many looks are still due after a send. */
    private int looks;

    /** When the next of them is; without a meaning when there is none. */
    private long nextLook;

    void ring() {
        lock.lock();
        try {
            rung = true;
            rings.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** However often this is called, it never puts a look off. */
    void ringSoon() {
        lock.lock();
        try {
            long soon = System.nanoTime() + SOON_NANOS;
            if (looks == 0 || nextLook - soon > 0) {
                nextLook = soon;
            }
            looks = SOON_LOOKS;
            rings.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it rings, or until the next look after a send, at most this long; answers whether there is reason to look. */
    boolean await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long deadline = System.nanoTime() + nanos;
            boolean look = false;
            while (!rung) {
                long now = System.nanoTime();
                if (looks > 0 && nextLook - now <= 0) {
                    looks--;
                    nextLook = now + (SOON_NANOS << (SOON_LOOKS - looks));
                    look = true;
                    break;
                }
                long left = looks > 0 ? Math.min(deadline - now, nextLook - now) : deadline - now;
                if (left <= 0) {
                    break;
                }
                rings.await(left, TimeUnit.NANOSECONDS);
            }
            look |= rung;
            rung = false;
            return look;
        } finally {
            lock.unlock();
        }
    }
}
