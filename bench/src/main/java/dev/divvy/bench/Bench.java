package dev.divvy.bench;

import dev.divvy.bench.cache.CacheBench;
import dev.divvy.bench.distributor.DistributorBench;
import dev.divvy.bench.outbox.OutboxBench;
import java.io.PrintStream;
import java.util.List;

/** The command: runs the benchmarks that were asked for and prints their summary. */
public final class Bench {

    /** All that can be measured. */
    static final List<Room> ROOMS = List.of(
            new AllocationRoom(),
            new LiveRoom(new OutboxBench()),
            new LiveRoom(new DistributorBench()),
            new LiveRoom(new CacheBench()));

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
            return ExitCode.WRONG_USAGE.number();
        }
        return arguments.room().run(arguments, out, err).number();
    }
}
