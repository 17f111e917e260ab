package dev.divvy.cache.store;

import java.util.concurrent.atomic.LongAdder;

/** Counts the entries of all shelves of a node, and the requests that they answered. */
public final class StoreCounters {

    private final LongAdder entries = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final LongAdder evicted = new LongAdder();

    /** Entries, those included that expired and were not found out yet. */
    public long entries() {
        return entries.sum();
    }

    /** What the entries take of the memory, their places included. */
    public long bytes() {
        return bytes.sum();
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    public long expired() {
        return expired.sum();
    }

    public long evicted() {
        return evicted.sum();
    }

    /** Forgets what happened; what is there stays counted. */
    public void reset() {
        hits.reset();
        misses.reset();
        expired.reset();
        evicted.reset();
    }

    void moved(long moreEntries, long moreBytes) {
        if (moreEntries != 0) {
            entries.add(moreEntries);
        }
        if (moreBytes != 0) {
            bytes.add(moreBytes);
        }
    }

    void asked(boolean found) {
        (found ? hits : misses).increment();
    }

    void expired(int count) {
        expired.add(count);
    }

    void evictedOne() {
        evicted.increment();
    }
}
