package dev.divvy.bench.cache;

/**
 * How much is measured.
 *
 * @param rounds in which all contestants take their turns
 * @param windowMillis how long one is measured at a time; it warms up for half of that
 * @param keys that are asked for
 * @param requests of redis-benchmark one at a time; in batches of 64 ten times as many
 * @param entries of which the memory is measured
 * @param changes how often a member is killed, joins and leaves
 */
record Extent(int rounds, int windowMillis, int keys, int requests, int entries, int changes) {

    static final Extent FULL = new Extent(3, 2_000, 100_000, 200_000, 1_000_000, 5);
    static final Extent QUICK = new Extent(1, 800, 10_000, 20_000, 100_000, 1);

    static Extent of(boolean quick) {
        return quick ? QUICK : FULL;
    }
}
