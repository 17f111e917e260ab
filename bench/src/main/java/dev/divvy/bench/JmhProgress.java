package dev.divvy.bench;

import dev.divvy.bench.report.TimeFormat;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Prints one line per benchmark while JMH runs. The rest of the output of JMH is kept, and shown when a benchmark fails. */
final class JmhProgress implements OutputFormat {

    private final PrintStream out;
    private final List<String> output = new ArrayList<>();

    JmhProgress(PrintStream out) {
        this.out = out;
    }

    /** Returns the output of JMH since the last benchmark began. */
    List<String> output() {
        return List.copyOf(output);
    }

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {
        output.clear();
        String name = benchmark.getBenchmark();
        out.print(name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1) + params(benchmark) + " ... ");
        out.flush();
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        out.println(
                result == null
                        ? "failed"
                        : TimeFormat.of(result.getPrimaryResult().getScore()));
    }

    private static String params(BenchmarkParams benchmark) {
        Map<String, String> params = new TreeMap<>();
        benchmark.getParamsKeys().forEach(key -> params.put(key, benchmark.getParam(key)));
        return params.isEmpty() ? "" : " " + params;
    }

    @Override
    public void print(String text) {
        output.add(text);
    }

    @Override
    public void println(String text) {
        output.add(text);
    }

    @Override
    public void verbosePrintln(String text) {}

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams iteration, int number) {}

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams iteration, int number, IterationResult result) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}

    /** Drops the output of the forked JVM. */
    @Override
    public void write(int character) {}

    @Override
    public void write(byte[] characters) {}
}
