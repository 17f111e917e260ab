package dev.divvy.outbox.reading;

import dev.divvy.outbox.event.ProcessorStats;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one processor since its start. Written by its threads. */
public final class ProcessorCounters {

    private final LongAdder completed = new LongAdder();
    private final LongAdder lag = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder read = new LongAdder();

    public ProcessorStats snapshot() {
        return new ProcessorStats(
                completed.sum(),
                Duration.ofNanos(lag.sum()),
                failed.sum(),
                aborted.sum(),
                refused.sum(),
                retried.sum(),
                read.sum());
    }

    void read(int rows) {
        read.add(rows);
    }

    /**
     * Counts events that were completed.
     *
     * @param lagNanos the time from insertion to completion, of all these events together
     */
    public void completed(int events, long lagNanos) {
        completed.add(events);
        lag.add(lagNanos);
    }

    public void failed(boolean last) {
        failed.increment();
        if (last) {
            aborted.increment();
        }
    }

    public void refusedOnce() {
        refused.increment();
    }

    public void retriedOnce() {
        retried.increment();
    }
}
