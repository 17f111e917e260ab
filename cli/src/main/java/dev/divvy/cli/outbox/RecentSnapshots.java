package dev.divvy.cli.outbox;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last two snapshots of an outbox. A snapshot counts rows, so a new one is taken at most once per second, whatever many clients ask.
 */
final class RecentSnapshots {

    private static final Duration APART = Duration.ofSeconds(1);

    /** Two snapshots: the later one, and an earlier one for rates. */
    record Pair(OutboxSnapshot now, OutboxSnapshot before) {}

    private final Supplier<OutboxSnapshot> taking;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock; null before the first one. */
    private @Nullable Pair last;

    RecentSnapshots(Supplier<OutboxSnapshot> taking) {
        this.taking = taking;
    }

    /** Returns snapshots that are not older than a second; a failure of the database is passed on. */
    Pair get() throws InterruptedException {
        // Interruptibly: while the database hangs, the others that wait here are given up too.
        lock.lockInterruptibly();
        try {
            Pair known = last;
            if (known == null || System.nanoTime() - known.now.nanos() >= APART.toNanos()) {
                OutboxSnapshot now = taking.get();
                known = new Pair(now, known == null ? now : known.now);
                last = known;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }
}
