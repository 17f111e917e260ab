package dev.divvy.testkit.contract;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.PushingBoard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the hints of a board until it is closed. Any thread may deliver a hint; the count is guarded by the lock of this listener. */
final class CountingListener implements AutoCloseable {

    private static final AtomicLong JOINS = new AtomicLong();

    private final Subscription subscription;
    private long hints;

    CountingListener(PushingBoard board) {
        this.subscription = board.onChange(this::hint);
    }

    /** Returns the id of a member whose join makes the board send a hint; never the same one twice. */
    static String nextMemberId() {
        return "hint-" + JOINS.incrementAndGet();
    }

    private synchronized void hint() {
        hints++;
        notifyAll();
    }

    synchronized long hints() {
        return hints;
    }

    /** Waits until more hints than this have arrived; returns whether they arrived in time. */
    synchronized boolean awaitMoreThan(long before, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        try {
            for (long left = within.toNanos(); hints <= before && left > 0; left = end - System.nanoTime()) {
                // Rounded up: wait(0) would never time out.
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return hints > before;
    }

    /** Closes the subscription; may be repeated. */
    void unsubscribe() {
        subscription.close();
    }

    @Override
    public void close() {
        unsubscribe();
    }
}
