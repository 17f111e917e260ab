package dev.divvy.bench;

import dev.divvy.bench.allocation.AllocationLines;
import dev.divvy.bench.allocation.PeerReplan;
import dev.divvy.bench.outbox.OutboxBench;
import dev.divvy.bench.report.Summary;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/** The command: runs the benchmarks that were asked for and prints their summary. */
public final class Bench {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private static final int EVENTS = 200;
    private static final int EVENTS_QUICK = 40;

    private Bench() {}

    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        Arguments arguments;
        try {
            arguments = Arguments.parse(List.of(args));
        } catch (IllegalArgumentException wrong) {
            err.println("divvy bench: " + wrong.getMessage());
            return WRONG_USAGE;
        }
        return arguments.room().equals("outbox") ? outbox(arguments, out, err) : allocation(arguments, out, err);
    }

    private static int outbox(Arguments arguments, PrintStream out, PrintStream err) {
        Optional<String> missing = OutboxBench.missing();
        if (missing.isPresent()) {
            err.println("divvy bench: the outbox is measured on a PostgreSQL: " + missing.get());
            return FAILED;
        }
        if (arguments.quick()) {
            out.println("quick: a look, not a measurement");
        }
        try {
            OutboxBench.run(arguments.quick(), arguments.only(), arguments.json(), out);
            return DONE;
        } catch (Exception failed) {
            err.println("divvy bench: the benchmark of the outbox failed: " + failed);
            return FAILED;
        }
    }

    private static int allocation(Arguments arguments, PrintStream out, PrintStream err) {
        if (arguments.quick()) {
            out.println("quick: a look, not a measurement; allocations without a past are left out");
        }
        Progress progress = new Progress(out);
        Options options = JmhOptions.of(arguments);
        if (BenchmarkList.defaultList()
                .find(progress, options.getIncludes(), options.getExcludes())
                .isEmpty()) {
            err.println("divvy bench: no benchmark of " + arguments.room() + " has \"" + arguments.only()
                    + "\" in its name; try KeyToOwner, HashToOwner, Replan, kafka");
            return WRONG_USAGE;
        }
        try {
            print(new Runner(options, progress).run(), arguments, out);
            return DONE;
        } catch (RunnerException failed) {
            progress.told().forEach(err::println);
            err.println("divvy bench: a benchmark failed: " + failed.getMessage());
            return FAILED;
        }
    }

    private static void print(Collection<RunResult> results, Arguments arguments, PrintStream out) {
        out.println();
        new Summary(AllocationLines.of(results)).print(out);
        if (AllocationLines.compareMoves(results)) {
            Summary.printFigures(PeerReplan.figures(arguments.quick() ? EVENTS_QUICK : EVENTS), out);
        }
    }
}
