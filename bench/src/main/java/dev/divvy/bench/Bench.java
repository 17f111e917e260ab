package dev.divvy.bench;

import dev.divvy.bench.cache.CacheBench;
import dev.divvy.bench.dashboard.DashboardBench;
import dev.divvy.bench.distributor.DistributorBench;
import dev.divvy.bench.outbox.OutboxBench;
import java.io.PrintStream;
import java.util.List;

/** The command {@code ./divvy bench}: runs the selected benchmarks and prints a summary. */
public final class Bench {

    /** All suites, in the order in which messages list them. */
    static final List<BenchmarkSuite> SUITES = List.of(
            new AllocationBenchmarks(),
            new LiveBenchmarks(new OutboxBench()),
            new LiveBenchmarks(new DistributorBench()),
            new LiveBenchmarks(new CacheBench()),
            new LiveBenchmarks(new DashboardBench()));

    private Bench() {}

    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        Arguments arguments;
        try {
            arguments = Arguments.parse(List.of(args));
        } catch (IllegalArgumentException e) {
            err.println("divvy bench: " + e.getMessage());
            return ExitCode.WRONG_USAGE.number();
        }
        return arguments.suite().run(arguments, out, err).number();
    }
}
