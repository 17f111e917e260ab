package dev.divvy.bench;

import dev.divvy.bench.live.LiveBench;
import dev.divvy.bench.live.Report;
import java.io.PrintStream;
import java.util.Optional;
import java.util.logging.LogManager;

/** A face that is measured on real servers. */
record LiveRoom(LiveBench bench) implements Room {

    @Override
    public String name() {
        return bench.name();
    }

    @Override
    public void check(String only) {
        if (!only.isEmpty() && !bench.parts().contains(only)) {
            throw new IllegalArgumentException("the " + name() + " has no part \"" + only + "\"; choose one of "
                    + String.join(", ", bench.parts()));
        }
    }

    @Override
    public ExitCode run(Arguments arguments, PrintStream out, PrintStream err) {
        Optional<String> missing = bench.missing();
        if (missing.isPresent()) {
            err.println("divvy bench: " + missing.get());
            return ExitCode.FAILED;
        }
        if (arguments.quick()) {
            out.println("quick: a look, not a measurement");
        }
        // What peers and libraries tell by other ways than slf4j.
        LogManager.getLogManager().reset();
        try {
            Report report = new Report(out);
            bench.run(arguments.quick(), arguments.only(), report);
            report.print();
            if (arguments.json().isPresent()) {
                report.write(arguments.json().get());
            }
            return ExitCode.DONE;
        } catch (Exception | AssertionError failed) {
            err.println("divvy bench: the benchmark of the " + name() + " failed: " + failed);
            return ExitCode.FAILED;
        }
    }
}
