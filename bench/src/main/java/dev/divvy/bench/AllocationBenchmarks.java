package dev.divvy.bench;

import dev.divvy.bench.allocation.AllocationResults;
import dev.divvy.bench.allocation.PeerReplan;
import dev.divvy.bench.report.Summary;
import java.io.PrintStream;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/** The benchmarks of the allocation module, run by JMH. */
final class AllocationBenchmarks implements BenchmarkSuite {

    private static final int EVENTS = 200;
    private static final int EVENTS_QUICK = 40;

    @Override
    public String name() {
        return "allocation";
    }

    @Override
    public void check(String only) {
        try {
            Pattern.compile(only);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "--only \"" + only + "\" is not a regular expression: " + e.getDescription(), e);
        }
    }

    @Override
    public ExitCode run(Arguments arguments, PrintStream out, PrintStream err) {
        if (arguments.quick()) {
            out.println("quick: an estimate, not a measurement; fresh allocations are left out");
        }
        JmhProgress progress = new JmhProgress(out);
        Options options = JmhOptions.of(arguments);
        if (BenchmarkList.defaultList()
                .find(progress, options.getIncludes(), options.getExcludes())
                .isEmpty()) {
            err.println("divvy bench: no benchmark of " + name() + " has \"" + arguments.only()
                    + "\" in its name; try KeyToOwner, HashToOwner, Replan, kafka");
            return ExitCode.WRONG_USAGE;
        }
        try {
            print(new Runner(options, progress).run(), arguments, out);
            return ExitCode.DONE;
        } catch (RunnerException e) {
            progress.output().forEach(err::println);
            err.println("divvy bench: a benchmark failed: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static void print(Collection<RunResult> results, Arguments arguments, PrintStream out) {
        out.println();
        new Summary(AllocationResults.of(results)).print(out);
        if (AllocationResults.compareMoves(results)) {
            Summary.printMoveCounts(PeerReplan.moveCounts(arguments.quick() ? EVENTS_QUICK : EVENTS), out);
        }
    }
}
