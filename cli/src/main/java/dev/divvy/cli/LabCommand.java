package dev.divvy.cli;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.cli.lab.Lab;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Setup;
import dev.divvy.cli.report.CsvReport;
import dev.divvy.cli.report.JsonReport;
import dev.divvy.cli.report.TableReport;
import dev.divvy.cli.terminal.Terminal;
import dev.divvy.cli.terminal.Version;
import dev.divvy.cli.terminal.WholeNumber;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code divvy lab}: every allocator on the same events. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Runs every allocator through the same joins and leaves and prints what each one moved, how evenly it loaded"
                    + " the members, and how long it took.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  divvy lab",
            "  divvy lab --members 50 --pieces 16384 --csv lab.csv",
            "  divvy lab --allocators sticky,modulo --events 100 --json"
        })
final class LabCommand implements Runnable {

    private static final String COUNT = "<count>";

    private final PrintWriter out;
    private final PrintWriter err;

    @Option(
            names = "--members",
            paramLabel = COUNT,
            converter = WholeNumber.Members.class,
            description =
                    "Members at first, 1 to 1000; later half as many to half as many again. Default: ${DEFAULT-VALUE}.")
    private int members = 5;

    @Option(
            names = "--pieces",
            paramLabel = COUNT,
            converter = WholeNumber.Pieces.class,
            description = "Tokens to divide: 1 to 1048576. Default: ${DEFAULT-VALUE}.")
    private int pieces = 1000;

    @Option(
            names = "--events",
            paramLabel = COUNT,
            converter = WholeNumber.Events.class,
            description = "Changes of the roster: 1 to 1000000. Default: ${DEFAULT-VALUE}.")
    private int events = 1000;

    @Option(
            names = "--seed",
            paramLabel = "<number>",
            converter = WholeNumber.Any.class,
            description = "The same seed gives the same events. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--allocators",
            paramLabel = "<name>",
            split = ",",
            description = "Only these, separated by commas. Default: all of ${COMPLETION-CANDIDATES}.",
            completionCandidates = Contestants.class)
    private List<String> allocators = new ArrayList<>();

    @Option(names = "--json", description = "Print a JSON array instead of the table, one object an allocator.")
    private boolean json;

    @Option(
            names = "--csv",
            paramLabel = "<file>",
            description = "Also write load and moves over time into this file, as comma-separated values.")
    private Optional<Path> csv = Optional.empty();

    LabCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void run() {
        List<Allocator> chosen = Contestants.chosen(allocators);
        Optional<OutputFile> steps = csv.map(OutputFile::new);
        Setup setup = new Setup(members, pieces, events, seed);
        List<Outcome> outcomes = compare(setup, chosen);
        out.println(json ? JsonReport.of(setup, outcomes) : TableReport.of(setup, outcomes));
        steps.ifPresent(file -> file.write(CsvReport.of(outcomes)));
    }

    private List<Outcome> compare(Setup setup, List<Allocator> chosen) {
        Terminal terminal = new Terminal(err);
        List<String> begun = new ArrayList<>();
        try {
            return Lab.run(setup, chosen, (allocator, event) -> {
                if (event == 1) {
                    begun.add(allocator);
                }
                long done = (begun.size() - 1L) * setup.events() + event;
                terminal.progress(allocator, done, (chosen.size() + 1L) * setup.events());
            });
        } finally {
            terminal.clear();
        }
    }
}
