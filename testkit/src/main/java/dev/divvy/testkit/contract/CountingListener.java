package dev.divvy.testkit.contract;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.PushingBoard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the hints of a board until it is closed. Any thread may hint; the count is written under the lock of this listener. */
final class CountingListener implements AutoCloseable {

    private static final AtomicLong BELLS = new AtomicLong();

    private final Subscription subscription;
    private long heard;

    CountingListener(PushingBoard board) {
        this.subscription = board.onChange(this::hint);
    }

    /** Returns the name of a member whose join makes the board hint; never the same one twice. */
    static String nextBell() {
        return "bell-" + BELLS.incrementAndGet();
    }

    private synchronized void hint() {
        heard++;
        notifyAll();
    }

    synchronized long heard() {
        return heard;
    }

    /** Waits until it has heard more than this, and says whether it did in time. */
    synchronized boolean hearsMoreThan(long before, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        try {
            for (long left = within.toNanos(); heard <= before && left > 0; left = end - System.nanoTime()) {
                // Rounded up: a wait of 0 would never end.
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return heard > before;
    }

    /** Ends the hints; may be repeated. */
    void end() {
        subscription.close();
    }

    @Override
    public void close() {
        end();
    }
}
