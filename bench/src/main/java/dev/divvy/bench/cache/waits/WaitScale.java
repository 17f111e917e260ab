package dev.divvy.bench.cache.waits;

/**
 * The size of a cluster whose members join and leave.
 *
 * @param changes the number of joins, and of leaves
 * @param megabytes the heap of each member
 */
public record WaitScale(int changes, int entries, int valueBytes, int megabytes) {

    /** 300,000 entries, of 100 bytes. */
    public static WaitScale small(boolean quick) {
        return new WaitScale(quick ? 1 : 5, quick ? 100_000 : 300_000, 100, 2_048);
    }

    /** Entries of about a gigabyte. */
    public static WaitScale large(boolean quick) {
        return new WaitScale(quick ? 1 : 3, quick ? 100_000 : 1_000_000, 1_000, 2_048);
    }
}
