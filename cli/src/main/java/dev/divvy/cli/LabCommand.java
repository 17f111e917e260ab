package dev.divvy.cli;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.cli.lab.Lab;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Setup;
import dev.divvy.cli.report.CsvReport;
import dev.divvy.cli.report.JsonReport;
import dev.divvy.cli.report.TableReport;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Terminal;
import dev.divvy.cli.terminal.WholeNumber;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code divvy lab}: every allocator on the same events. */
@Command(name = "lab")
final class LabCommand extends BaseCommand implements Runnable {

    private static final String COUNT = "<count>";

    @Option(names = "--members", paramLabel = COUNT, converter = WholeNumber.Members.class)
    private int members = 5;

    @Option(names = "--pieces", paramLabel = COUNT, converter = WholeNumber.Pieces.class)
    private int pieces = 1000;

    @Option(names = "--events", paramLabel = COUNT, converter = WholeNumber.Events.class)
    private int events = 1000;

    @Option(names = "--seed", paramLabel = "<number>", converter = WholeNumber.Any.class)
    private long seed = 1;

    @Option(names = "--allocators", paramLabel = "<name>", split = ",", completionCandidates = Contestants.class)
    private List<String> allocators = new ArrayList<>();

    @Option(names = "--json")
    private boolean json;

    @Option(names = "--csv", paramLabel = "<file>")
    private Optional<Path> csv = Optional.empty();

    @Override
    public void run() {
        List<Allocator> chosen = Contestants.chosen(allocators);
        Optional<OutputFile> steps = csv.map(OutputFile::new);
        Setup setup = new Setup(members, pieces, events, seed);
        List<Outcome> outcomes = compare(setup, chosen);
        out().println(json ? JsonReport.of(setup, outcomes) : TableReport.of(setup, outcomes));
        steps.ifPresent(file -> file.write(CsvReport.of(outcomes)));
    }

    private List<Outcome> compare(Setup setup, List<Allocator> chosen) {
        Terminal terminal = new Terminal(err());
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
