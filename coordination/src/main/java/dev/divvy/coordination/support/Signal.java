package dev.divvy.coordination.support;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes a waiting thread. A signal that is raised while no thread waits ends the next wait at once. */
public final class Signal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Guarded by the lock. */
    private boolean raised;

    public void raise() {
        lock.lock();
        try {
            raised = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the signal is raised, at most this long; lowers it and returns whether it was raised. */
    public boolean await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!raised && left > 0) {
                left = changed.awaitNanos(left);
            }
            boolean wasRaised = raised;
            raised = false;
            return wasRaised;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the signal is raised or {@link System#nanoTime} reaches this value; lowers it and returns whether it was raised. */
    public boolean awaitUntil(long nanoTime) throws InterruptedException {
        return await(nanoTime - System.nanoTime());
    }

    /** As {@link #await(long)}, with a unit. */
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return await(unit.toNanos(time));
    }
}
