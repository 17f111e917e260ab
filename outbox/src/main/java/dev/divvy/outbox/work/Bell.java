package dev.divvy.outbox.work;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What a reader with nothing to do waits for. */
final class Bell {

    /** How soon after a send one looks, and looks again: its transaction commits some time later. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int SOON_LOOKS = 5;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rings = lock.newCondition();

    /** Guarded by the lock, as the next. */
    private boolean rung;

    private int looks;

    void ring() {
        lock.lock();
        try {
            rung = true;
            rings.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void ringSoon() {
        lock.lock();
        try {
            looks = SOON_LOOKS;
            rings.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it rings, at most this long; after a send it waits a little, then a little longer, and so on. */
    void await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long deadline = System.nanoTime() + nanos;
            while (!rung) {
                long left = deadline - System.nanoTime();
                long wait = looks > 0 ? Math.min(left, SOON_NANOS << (SOON_LOOKS - looks)) : left;
                if (wait <= 0) {
                    break;
                }
                boolean signalled = rings.awaitNanos(wait) > 0;
                if (!signalled && looks > 0) {
                    looks--;
                    break;
                }
            }
            rung = false;
        } finally {
            lock.unlock();
        }
    }
}
