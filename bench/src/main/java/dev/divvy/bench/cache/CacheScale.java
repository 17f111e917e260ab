package dev.divvy.bench.cache;

/**
 * The size of the benchmark.
 *
 * @param rounds the number of rounds; the contestants take turns in each
 * @param windowMillis the length of one measurement; the warm-up takes half of it
 * @param keys the number of keys
 * @param requests the requests of redis-benchmark without pipelining; ten times as many in batches of 64
 * @param entries the entries whose memory is measured
 * @param changes the number of kills, joins and leaves
 */
record CacheScale(int rounds, int windowMillis, int keys, int requests, int entries, int changes) {

    static final CacheScale FULL = new CacheScale(3, 2_000, 100_000, 200_000, 1_000_000, 5);
    static final CacheScale QUICK = new CacheScale(1, 800, 10_000, 20_000, 100_000, 1);

    boolean isQuick() {
        return entries < FULL.entries;
    }

    static CacheScale of(boolean quick) {
        return quick ? QUICK : FULL;
    }
}
