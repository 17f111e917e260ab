package dev.divvy.cli.simulate;

import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ProgressLine;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.testkit.simulation.PlantedBug;
import dev.divvy.testkit.simulation.Scenario;
import dev.divvy.testkit.simulation.Sweep;
import dev.divvy.testkit.simulation.Sweep.Totals;
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
@Command(name = "simulate")
public final class SimulateCommand extends BaseCommand implements Callable<Integer> {

    private static final String COUNT = "<count>";

    /** Random seeds are below this, so that they are easy to type again. */
    private static final int MAX_RANDOM_SEED = 1_000_000_000;

    @Option(names = "--seeds", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000_000)
    private Optional<Integer> seeds = Optional.empty();

    @Option(names = "--members", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Scenario.MOST_MEMBERS)
    private int members = 5;

    @Option(names = "--minutes", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1440)
    private int minutes = 10;

    @Option(names = "--seed", paramLabel = "<number>", converter = WholeNumber.Any.class)
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--mistake", paramLabel = "<name>")
    private Optional<String> mistake = Optional.empty();

    @Option(names = "--json")
    private boolean json;

    @Override
    public Integer call() {
        Scenario scenario = Scenario.STANDARD.withMembers(members).withLength(Duration.ofMinutes(minutes));
        if (mistake.isPresent()) {
            scenario = scenario.withBug(chosen(mistake.get()));
        }
        long first = seed.orElseGet(() -> 1L + new SecureRandom().nextInt(MAX_RANDOM_SEED));
        long count = seeds.orElse(seed.isPresent() ? 1 : 1000);
        StopSignal stop = StopSignal.interruptingThisThread();
        try {
            SweepReport report = sweep(scenario, first, count);
            out().println(json ? report.json() : report.text());
            out().flush();
            return report.isComplete() && report.totals().isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
        } finally {
            stop.close();
        }
    }

    private SweepReport sweep(Scenario scenario, long first, long count) {
        ProgressLine terminal = new ProgressLine(err());
        long began = System.nanoTime();
        try {
            int threads = (int) Math.min(count, Runtime.getRuntime().availableProcessors());
            Totals totals = new Sweep(
                            scenario, threads, soFar -> terminal.progress(progressText(soFar), soFar.seeds(), count))
                    .run(first, count);
            return new SweepReport(scenario, first, count, totals, Duration.ofNanos(System.nanoTime() - began));
        } finally {
            terminal.clear();
        }
    }

    private static String progressText(Totals soFar) {
        return Numbers.whole(soFar.seeds()) + " seeds, " + Numbers.whole(soFar.faults()) + " faults, "
                + (soFar.isClean() ? "no violation" : soFar.violations().keySet() + " violated");
    }

    private static PlantedBug chosen(String name) {
        return Arrays.stream(PlantedBug.values())
                .filter(bug -> SweepReport.word(bug).equals(name))
                .findFirst()
                .orElseThrow(() -> Failure.wrongUsage("there is no mistake '" + name + "'; choose one of "
                        + Arrays.stream(PlantedBug.values())
                                .map(SweepReport::word)
                                .collect(Collectors.joining(", "))));
    }
}
