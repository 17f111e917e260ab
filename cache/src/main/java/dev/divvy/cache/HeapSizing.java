package dev.divvy.cache;

import dev.divvy.coordination.Timing;
import java.time.Duration;

/** The settings of a node that must fit its Java heap. */
final class HeapSizing {

    /** The part of the heap that entries may take, in percent. The rest is for requests, replies, transfers and the collector. */
    private static final int MAX_PERCENT = 70;

    /** The part that entries, requests and replies may take together. */
    private static final int MAX_PERCENT_OF_ALL = 90;

    /** Below this size no collector that the launcher selects pauses for as long as a lease of {@link Timing#PEERS}. */
    private static final long LARGE_HEAP = 4L << 30;

    /** The time-to-live of a node with a large heap, where a collection may pause it for longer. */
    private static final Duration LONG_TIME_TO_LIVE = Duration.ofSeconds(5);

    private static final long MEGABYTE = 1L << 20;

    private HeapSizing() {}

    /** Returns the bytes that entries take at most when nothing else is set: half of the heap. */
    static long defaultMaxMemory(long heap) {
        return Math.max(1, heap / 2);
    }

    /** Refuses a limit for entries that would leave the node too little heap for its work. */
    static void checkMaxMemory(long bytes, long heap) {
        long most = heap / 100 * MAX_PERCENT;
        if (bytes > most) {
            // A collector keeps some of -Xmx for itself, so a heap of bytes / 70 % would not do.
            String option = "-Xmx" + megabytes(bytes + bytes / 2) + "m";
            throw new IllegalArgumentException("a max memory of " + megabytes(bytes) + "m for entries is more than "
                    + MAX_PERCENT + " % of the Java heap of " + heap / MEGABYTE + "m; start Java with " + option
                    + " (./divvy node: DIVVY_JAVA_OPTS=" + option + "), or set --max-memory to at most "
                    + most / MEGABYTE + "m");
        }
    }

    /** Refuses limits for entries and for requests and replies that would together leave too little heap. */
    static void checkBudget(long maxMemory, long connectionMemory, long heap) {
        checkMaxMemory(maxMemory, heap);
        long most = heap / 100 * MAX_PERCENT_OF_ALL;
        if (connectionMemory > most - maxMemory) {
            throw new IllegalArgumentException("a max memory of " + megabytes(maxMemory) + "m for entries and "
                    + megabytes(connectionMemory) + "m for requests and replies are together more than "
                    + MAX_PERCENT_OF_ALL + " % of the Java heap of " + heap / MEGABYTE
                    + "m; start Java with a larger heap (-Xmx), or lower one of them");
        }
    }

    private static long megabytes(long bytes) {
        return (bytes + MEGABYTE - 1) / MEGABYTE;
    }

    /** Returns the times of a node for which none were set. The others use the time-to-live on its card, so nodes may differ. */
    static Timing defaultTiming(long heap) {
        return heap <= LARGE_HEAP ? Timing.PEERS : Timing.of(Timing.PEERS.pulse(), LONG_TIME_TO_LIVE);
    }
}
