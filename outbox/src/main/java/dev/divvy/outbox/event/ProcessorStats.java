package dev.divvy.outbox.event;

/**
 * What one processor has done since it began, at one moment.
 *
 * @param completed events that were handled and completed
 * @param failed attempts that failed, the last ones included
 * @param aborted events that were given up
 * @param refused completions that were refused because the piece was held no longer
 * @param retried transactions that the database asked to begin anew
 * @param read rows that were read, those that were read before included
 */
public record ProcessorStats(long completed, long failed, long aborted, long refused, long retried, long read) {

    @Override
    public String toString() {
        return completed + " completed, " + failed + " failed attempts, " + aborted + " aborted, " + refused
                + " refused completions";
    }
}
