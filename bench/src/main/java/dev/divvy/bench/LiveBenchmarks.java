package dev.divvy.bench;

import dev.divvy.bench.live.ProductBenchmark;
import dev.divvy.bench.live.Report;
import java.io.PrintStream;
import java.util.Optional;
import java.util.logging.LogManager;

/** The benchmark of one product, run on real servers. */
record LiveBenchmarks(ProductBenchmark benchmark) implements BenchmarkSuite {

    @Override
    public String name() {
        return benchmark.name();
    }

    @Override
    public void check(String only) {
        if (!only.isEmpty() && !benchmark.parts().contains(only)) {
            throw new IllegalArgumentException("the " + name() + " has no part \"" + only + "\"; choose one of "
                    + String.join(", ", benchmark.parts()));
        }
    }

    @Override
    public ExitCode run(Arguments arguments, PrintStream out, PrintStream err) {
        Optional<String> missing = benchmark.missing();
        if (missing.isPresent()) {
            err.println("divvy bench: " + missing.get());
            return ExitCode.FAILED;
        }
        if (arguments.quick()) {
            out.println("quick: an estimate, not a measurement");
        }
        // Silences peers and libraries that log to java.util.logging instead of slf4j.
        LogManager.getLogManager().reset();
        try {
            Report report = new Report(out);
            benchmark.run(arguments.quick(), arguments.only(), report);
            report.print();
            if (arguments.json().isPresent()) {
                report.write(arguments.json().get());
            }
            return ExitCode.DONE;
        } catch (Exception | AssertionError e) {
            err.println("divvy bench: the benchmark of the " + name() + " failed: " + e);
            return ExitCode.FAILED;
        }
    }
}
