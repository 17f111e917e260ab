package dev.divvy.outbox.event;

import java.time.Duration;

/**
 * The counters of one processor since its start, at one moment.
 *
 * @param completed events that were handled and completed
 * @param lag the time from the insertion of an event to its completion, of all completed events together
 * @param failed attempts that failed, including the last attempts of aborted events
 * @param aborted events that were given up after their last attempt
 * @param refused completions that were refused because the piece was no longer held
 * @param retried transactions that were retried at the database's request
 * @param read rows that were read, counting each read of a row
 */
public record ProcessorStats(
        long completed, Duration lag, long failed, long aborted, long refused, long retried, long read) {

    @Override
    public String toString() {
        return completed + " completed, " + failed + " failed attempts, " + aborted + " aborted, " + refused
                + " refused completions";
    }
}
