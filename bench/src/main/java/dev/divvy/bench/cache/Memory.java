package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Part;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Spread;
import dev.divvy.testservers.redis.RedisTools;

/** What an entry of a 16-byte key and a 100-byte value takes. */
final class Memory implements Part {

    private static final String PART = "bytes an entry";
    private static final double GOAL = 200;
    private static final String USED = "used_memory:";

    private final int entries;

    Memory(int entries) {
        this.entries = entries;
    }

    @Override
    public void run(Report report) {
        double ours = heap(report, Kind.DIVVY);
        report.add(Figure.judged(PART, Kind.DIVVY.title(), "", one(ours), "below 200", ours < GOAL));
        report.add(Figure.plain(PART, Kind.HAZELCAST.title(), "", one(heap(report, Kind.HAZELCAST))));
        report.add(Figure.plain(PART, Kind.REDIS.title(), "", one(redis(report))));
        report.note("bytes: heap in use after a collection, or used_memory of Redis, with " + entries
                + " entries less without any");
    }

    private double heap(Report report, Kind kind) {
        report.progress("filling " + kind.title());
        try (Arena arena = new Arena()) {
            return Double.parseDouble(
                    arena.jvm("full " + kind, MemoryProcess.class, kind.name(), Integer.toString(entries))
                            .awaitSaid(Said.BYTES, 1)
                            .get(0));
        }
    }

    private double redis(Report report) {
        report.progress("filling " + Kind.REDIS.title());
        try (Arena arena = new Arena()) {
            int port = arena.redis();
            long before = used(port);
            // Makes values of 100 bytes for keys of 16.
            RedisTools.Ran ran =
                    RedisTools.cli(port, "DEBUG", "POPULATE", Integer.toString(entries), "key:00000", "100");
            if (ran.exitCode() != 0) {
                throw new IllegalStateException("Redis was not filled: " + ran.text());
            }
            return (double) (used(port) - before) / entries;
        }
    }

    private static long used(int port) {
        return RedisTools.cli(port, "INFO", "memory").lines().stream()
                .filter(line -> line.startsWith(USED))
                .mapToLong(line -> Long.parseLong(line.substring(USED.length()).strip()))
                .findFirst()
                .orElseThrow();
    }

    private static Spread one(double value) {
        return new Spread(new double[] {value});
    }
}
