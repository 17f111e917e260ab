package dev.divvy.testkit.contract;

import java.time.Duration;

/** Counts the hints of a board. Any thread may hint; the count is written under the lock of this ear. */
final class Ear implements Runnable {

    private long heard;

    @Override
    public synchronized void run() {
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
}
