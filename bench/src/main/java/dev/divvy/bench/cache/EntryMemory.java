package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.testservers.redis.RedisTools;
import java.util.List;

/** The memory of an entry with a 16-byte key and a 100-byte value. */
final class EntryMemory implements BenchmarkPart {

    private static final String PART = "bytes per entry";
    private static final String COPIED = ", per entry and copy";
    private static final double GOAL = 200;
    private static final String USED = "used_memory:";

    private final int entries;

    EntryMemory(int entries) {
        this.entries = entries;
    }

    @Override
    public void run(Report report) {
        double ours = heap(report, CacheKind.DIVVY);
        report.add(Figure.judged(PART, CacheKind.DIVVY.title(), "", single(ours), "below 200", ours < GOAL));
        double copied = heap(report, CacheKind.DIVVY_COPY);
        report.add(Figure.judged(
                PART, CacheKind.DIVVY_COPY.title() + COPIED, "", single(copied), "below 200", copied < GOAL));
        report.add(Figure.plain(PART, CacheKind.HAZELCAST.title(), "", single(heap(report, CacheKind.HAZELCAST))));
        report.add(Figure.plain(
                PART, CacheKind.HAZELCAST_COPY.title() + COPIED, "", single(heap(report, CacheKind.HAZELCAST_COPY))));
        report.add(Figure.plain(PART, CacheKind.REDIS.title(), "", single(redis(report))));
        report.note(
                "bytes: heap in use after a collection, or used_memory of Redis, with " + entries
                        + " entries, minus the same without entries; with copies, of one of two members, each of which has every entry");
    }

    private double heap(Report report, CacheKind kind) {
        report.progress("filling " + kind.title());
        try (ContestantProcesses processes = new ContestantProcesses()) {
            boolean copied = CacheKind.WITH_A_COPY.contains(kind);
            List<Integer> ports = ContestantProcesses.ports(copied ? 2 : 1);
            for (int port : ports.subList(1, ports.size())) {
                processes.member(kind, port, ports);
            }
            return Double.parseDouble(processes
                    .jvm(
                            "full " + kind,
                            EntryMemoryProcess.class,
                            kind.name(),
                            Integer.toString(entries),
                            ContestantProcesses.joined(ports))
                    .awaitOutput(OutputPrefix.BYTES, 1)
                    .get(0));
        }
    }

    private double redis(Report report) {
        report.progress("filling " + CacheKind.REDIS.title());
        try (ContestantProcesses processes = new ContestantProcesses()) {
            int port = processes.redis();
            long before = used(port);
            // Makes values of 100 bytes for keys of 16.
            RedisTools.Result result =
                    RedisTools.cli(port, "DEBUG", "POPULATE", Integer.toString(entries), "key:00000", "100");
            if (result.exitCode() != 0) {
                throw new IllegalStateException("Redis was not filled: " + result.text());
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

    private static Samples single(double value) {
        return new Samples(new double[] {value});
    }
}
