package dev.divvy.outbox.work;

import java.util.concurrent.atomic.LongAdder;

/** What one processor has done since it began. */
public final class Counters {

    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder read = new LongAdder();

    /** Events that were handled and completed. */
    public long completed() {
        return completed.sum();
    }

    /** Attempts that failed, the last ones included. */
    public long failed() {
        return failed.sum();
    }

    /** Events that were given up. */
    public long aborted() {
        return aborted.sum();
    }

    /** Completions that were refused because the piece was held no longer. */
    public long refused() {
        return refused.sum();
    }

    /** Transactions that the database asked to begin anew. */
    public long retried() {
        return retried.sum();
    }

    /** Rows that were read, those that were read before included. */
    public long read() {
        return read.sum();
    }

    void read(int rows) {
        read.add(rows);
    }

    void completed(int events) {
        completed.add(events);
    }

    void failed(boolean last) {
        failed.increment();
        if (last) {
            aborted.increment();
        }
    }

    void refusedOnce() {
        refused.increment();
    }

    void retriedOnce() {
        retried.increment();
    }

    @Override
    public String toString() {
        return completed() + " completed, " + failed() + " failed attempts, " + aborted() + " aborted, " + refused()
                + " refused completions";
    }
}
