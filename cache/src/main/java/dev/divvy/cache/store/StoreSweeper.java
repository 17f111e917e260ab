package dev.divvy.cache.store;

import dev.divvy.coordination.support.DaemonThreads;
import java.util.concurrent.TimeUnit;

/** A thread that removes expired entries, and evicts entries that writes left above the limit, beside the event loops. */
public final class StoreSweeper implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 100;

    /** The slots that one sweep inspects. */
    private static final int SLOTS = 20_000;

    private final EntryStore entryStore;
    private final Runnable afterSweep;
    private final Thread thread;

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
                entryStore.sweep(SLOTS);
                entryStore.evictExcess();
                afterSweep.run();
                TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
