package dev.divvy.cache.store;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.coordination.support.LogLimiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that removes expired entries, and evicts entries that writes left above the limit, beside the event loops. */
public final class StoreSweeper implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 100;

    private static final Logger log = LoggerFactory.getLogger(StoreSweeper.class);

    /** The slots that one sweep inspects. */
    private static final int SLOTS = 20_000;

    private final EntryStore entryStore;
    private final Runnable afterSweep;
    private final Thread thread;
    private final LogLimiter failures = new LogLimiter(Duration.ofMinutes(1));

    private StoreSweeper(String name, EntryStore entryStore, Runnable afterSweep) {
        this.entryStore = entryStore;
        this.afterSweep = afterSweep;
        this.thread = DaemonThreads.unstarted(name, this::run);
    }

    /**
     * Starts a thread that sweeps.
     *
     * @param afterSweep called after every sweep, by this thread
     */
    public static StoreSweeper start(String name, EntryStore entryStore, Runnable afterSweep) {
        StoreSweeper sweeper = new StoreSweeper(name, entryStore, afterSweep);
        sweeper.thread.start();
        return sweeper;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                attempt(() -> entryStore.sweep(SLOTS));
                attempt(entryStore::evictExcess);
                attempt(afterSweep);
                TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a part of the work; a failure must end neither the other parts nor the thread. */
    private void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            failures.due(e.getClass().getName())
                    .ifPresent(leftOut -> log.error(
                            "{} failed and goes on ({} more failures since the last such line)",
                            thread.getName(),
                            leftOut,
                            e));
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
