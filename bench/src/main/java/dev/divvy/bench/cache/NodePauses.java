package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.ContestantProcesses;
import dev.divvy.bench.cache.contestant.OutputPrefix;
import dev.divvy.bench.live.BenchmarkPart;
import dev.divvy.bench.live.Figure;
import dev.divvy.bench.live.Report;
import dev.divvy.bench.live.Samples;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.redis.RedisTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pauses of one node with a large heap whose half is full of entries, under pipelined writes. */
final class NodePauses implements BenchmarkPart {

    /** An estimate that is only used to choose the number of writes. */
    private static final int BYTES_PER_ENTRY = 160;

    /** The number of times that the memory for entries is written. */
    private static final int FILLS = 3;

    private static final int RUNS = 10;
    private static final int FIRST_GENERATIONAL_Z = 21;
    private static final int GENERATIONAL_BY_DEFAULT = 23;
    private static final Pattern PAUSE = Pattern.compile(".*Safepoint \".*Total: *([0-9]+) ns.*");
    private static final Pattern SET = Pattern.compile("\"SET\"((?:,\"[0-9.]+\")+)");
    private static final double NANOS_PER_MILLI = 1e6;

    /** The sizes of the memory for entries; each heap is twice as large. */
    private final List<Integer> megabytes;

    NodePauses(boolean quick) {
        this.megabytes = quick ? List.of(1_024) : List.of(4_096, 8_192);
    }

    @Override
    public void run(Report report) throws Exception {
        for (int size : megabytes) {
            measure(report, size);
        }
        report.note("pauses: one node under redis-benchmark -t set -d 100 -c 16 -P 64, random keys, " + FILLS
                + " times as many writes as entries fit; every stop of all threads, from the log of the JVM; the gap is the longest wait"
                + " of any batch of 64, as redis-benchmark saw it");
    }

    private void measure(Report report, int size) throws IOException {
        Path log = Files.createTempFile("divvy-bench", ".log");
        try (ContestantProcesses processes = new ContestantProcesses()) {
            TestProcess node = processes.plainJvm(
                    "node",
                    options(size, log),
                    CacheNodeProcess.class,
                    Integer.toString(Ports.free()),
                    Integer.toString(size));
            int port = Integer.parseInt(node.awaitOutput(OutputPrefix.PORT, 1).get(0));
            double lease =
                    Double.parseDouble(node.awaitOutput(OutputPrefix.LEASE, 1).get(0));
            List<Double> gaps = new ArrayList<>();
            List<Double> rates = new ArrayList<>();
            long entries = (long) size * 1_024 * 1_024 / BYTES_PER_ENTRY;
            for (int run = 1; run <= RUNS; run++) {
                report.progress(2 * size + " MB of heap, " + run + " of " + RUNS);
                String[] fields = write(port, entries);
                rates.add(Double.parseDouble(fields[0]));
                gaps.add(Double.parseDouble(fields[fields.length - 1]));
            }
            String part = "pauses, " + 2 * size + " MB of heap, " + collector().replaceAll(".*Use", "");
            report.add(Figure.plain(part, "writes", "/s", Samples.of(rates)));
            addPauses(report, part, pauses(log), lease / 2);
            report.add(Figure.plain(part, "longest gap of a client in each run", "ms", Samples.of(gaps)));
        } finally {
            Files.delete(log);
        }
    }

    /** As {@code ./divvy node} starts a node. */
    private static List<String> options(int size, Path log) {
        List<String> options = new ArrayList<>(ContestantProcesses.JVM_OPTIONS);
        options.add("-Xmx" + 2 * size + "m");
        options.add(collector());
        if (feature() >= FIRST_GENERATIONAL_Z && feature() < GENERATIONAL_BY_DEFAULT) {
            options.add("-XX:+ZGenerational");
        }
        options.add("-XX:+ExitOnOutOfMemoryError");
        options.add("-Xlog:safepoint:file=" + log + "::filecount=0");
        return options;
    }

    /** The collector that {@code ./divvy node} selects for a heap of this size. */
    private static String collector() {
        return feature() >= FIRST_GENERATIONAL_Z ? "-XX:+UseZGC" : "-XX:+UseG1GC";
    }

    private static int feature() {
        return Runtime.version().feature();
    }

    /** Returns the fields of the result: the rate first, the longest wait last. */
    private static String[] write(int port, long entries) {
        RedisTools.Result result = RedisTools.benchmark(
                port,
                "-t",
                "set",
                "-d",
                "100",
                "-c",
                "16",
                "-P",
                "64",
                "-r",
                Long.toString(2 * entries),
                "-n",
                Long.toString(FILLS * entries / RUNS),
                "--csv");
        for (String line : result.lines()) {
            Matcher row = SET.matcher(line);
            if (result.exitCode() == 0 && row.matches()) {
                return row.group(1).substring(1).replace("\"", "").split(",", -1);
            }
        }
        throw new IllegalStateException("redis-benchmark failed: " + result.text());
    }

    /** Returns the milliseconds of every pause. */
    static Samples pauses(Path log) throws IOException {
        List<Double> millis = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher pause = PAUSE.matcher(line);
            if (pause.matches()) {
                millis.add(Long.parseLong(pause.group(1)) / NANOS_PER_MILLI);
            }
        }
        return Samples.of(millis);
    }

    private static void addPauses(Report report, String part, Samples pauses, double goal) {
        String goalText = Math.round(goal) + " ms, half of a lease";
        double rare = pauses.percentile(99.99);
        report.add(Figure.plain(part, "pauses, number", "", single(pauses.size())));
        report.add(Figure.plain(part, "pauses, p99.9", "ms", single(pauses.percentile(99.9))));
        report.add(Figure.judged(part, "pauses, p99.99", "ms", single(rare), "below " + goalText, rare < goal));
        report.add(Figure.plain(part, "pauses, all", "ms", pauses));
    }

    private static Samples single(double value) {
        return new Samples(new double[] {value});
    }
}
