package dev.divvy.cache.store;

import java.util.concurrent.atomic.LongAdder;

/** Counts the entries of all token stores of a node, their memory, and the reads that found an entry or did not. */
public final class StoreCounters {

    private final LongAdder entries = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final LongAdder evicted = new LongAdder();

    /** Returns the number of entries, including expired ones that were not removed yet. */
    public long entries() {
        return entries.sum();
    }

    /** Returns the heap memory of the entries and of the tables that hold them, in bytes. */
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

    /** Resets the counters of events; entries and bytes stay as they are. */
    public void reset() {
        hits.reset();
        misses.reset();
        expired.reset();
        evicted.reset();
    }

    void add(long entryDelta, long byteDelta) {
        if (entryDelta != 0) {
            entries.add(entryDelta);
        }
        if (byteDelta != 0) {
            bytes.add(byteDelta);
        }
    }

    void countRead(boolean found) {
        (found ? hits : misses).increment();
    }

    void countExpired() {
        expired.increment();
    }

    void countEvicted() {
        evicted.increment();
    }
}
