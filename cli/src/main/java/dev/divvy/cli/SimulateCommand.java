package dev.divvy.cli;

import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.simulate.Run;
import dev.divvy.cli.simulate.SweepJson;
import dev.divvy.cli.simulate.TextReport;
import dev.divvy.cli.simulate.Words;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Interruption;
import dev.divvy.cli.terminal.Terminal;
import dev.divvy.cli.terminal.Version;
import dev.divvy.cli.terminal.WholeNumber;
import dev.divvy.testkit.simulation.Mistake;
import dev.divvy.testkit.simulation.Scenario;
import dev.divvy.testkit.simulation.Sweep;
import dev.divvy.testkit.simulation.Sweep.Totals;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code divvy simulate}: the protocol under faults, on virtual time. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Runs groups of members on virtual time, with the real protocol, and does everything to them that networks, boards,"
                    + " clocks, processes and operators can do. Every promise is checked after every event.",
            ""
        },
        footer = {
            "",
            "Each seed is one run; the same seed, members and minutes give the same events. Without --seed the seeds are fresh.",
            "A thousand seeds take a few minutes; Ctrl-C ends with what was run until then.",
            "Exit code 1 when a promise was broken, with the seed, the last events and the command that replays it, or when fewer"
                    + " seeds were run than asked for.",
            "",
            "Examples:",
            "  divvy simulate",
            "  divvy simulate --seeds 10000 --json",
            "  divvy simulate --seed 42",
            "  divvy simulate --seeds 20 --mistake no-margin"
        })
final class SimulateCommand implements Callable<Integer> {

    private static final String COUNT = "<count>";

    /** Fresh seeds begin below this, so that they are easy to type again. */
    private static final int FRESH_SEEDS = 1_000_000_000;

    private final PrintWriter out;
    private final PrintWriter err;

    @Option(
            names = "--seeds",
            paramLabel = COUNT,
            converter = WholeNumber.Seeds.class,
            description = "Runs: 1 to 10000000. Default: 1000, or 1 with --seed.")
    private Optional<Integer> seeds = Optional.empty();

    @Option(
            names = "--members",
            paramLabel = COUNT,
            converter = WholeNumber.SimulatedMembers.class,
            description = "Members at first: 1 to 32. Default: ${DEFAULT-VALUE}.")
    private int members = 5;

    @Option(
            names = "--minutes",
            paramLabel = COUNT,
            converter = WholeNumber.Minutes.class,
            description = "Virtual minutes a run: 1 to 1440. Default: ${DEFAULT-VALUE}.")
    private int minutes = 10;

    @Option(
            names = "--seed",
            paramLabel = "<number>",
            converter = WholeNumber.Any.class,
            description = "Runs exactly this seed again, or with --seeds so many from it on.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--mistake",
            paramLabel = "<name>",
            description = "Plants a mistake, to see it caught; an unknown name prints all of them.")
    private Optional<String> mistake = Optional.empty();

    @Option(names = "--json", description = "Print a JSON object instead.")
    private boolean json;

    SimulateCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        Scenario scenario = Scenario.STANDARD.withMembers(members).withLength(Duration.ofMinutes(minutes));
        if (mistake.isPresent()) {
            scenario = scenario.withMistake(chosen(mistake.get()));
        }
        long first = seed.orElseGet(() -> 1L + new SecureRandom().nextInt(FRESH_SEEDS));
        long count = seeds.orElse(seed.isPresent() ? 1 : 1000);
        Interruption interruption = Interruption.ofThisThread();
        try {
            Run run = sweep(scenario, first, count);
            out.println(json ? SweepJson.of(run) : TextReport.of(run));
            out.flush();
            return run.isComplete() && run.totals().isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
        } finally {
            interruption.end();
        }
    }

    private Run sweep(Scenario scenario, long first, long count) {
        Terminal terminal = new Terminal(err);
        long began = System.nanoTime();
        try {
            int threads = (int) Math.min(count, Runtime.getRuntime().availableProcessors());
            Totals totals = new Sweep(scenario, threads, sofar -> terminal.progress(said(sofar), sofar.seeds(), count))
                    .run(first, count);
            return new Run(scenario, first, count, totals, Duration.ofNanos(System.nanoTime() - began));
        } finally {
            terminal.clear();
        }
    }

    private static String said(Totals sofar) {
        return Numbers.whole(sofar.seeds()) + " seeds, " + Numbers.whole(sofar.faults()) + " faults, "
                + (sofar.isClean() ? "no violation" : sofar.violations().keySet() + " violated");
    }

    private static Mistake chosen(String name) {
        return Arrays.stream(Mistake.values())
                .filter(one -> Words.of(one).equals(name))
                .findFirst()
                .orElseThrow(() -> Failure.wrongUsage("there is no mistake '" + name + "'; choose one of "
                        + Arrays.stream(Mistake.values()).map(Words::of).collect(Collectors.joining(", "))));
    }
}
