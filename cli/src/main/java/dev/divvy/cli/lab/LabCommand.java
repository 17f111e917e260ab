package dev.divvy.cli.lab;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Allocators;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import dev.divvy.cli.terminal.ProgressLine;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code divvy lab}: every allocator on the same events. */
@Command(name = "lab")
public final class LabCommand extends BaseCommand implements Runnable {

    private static final String COUNT = "<count>";

    @Option(names = "--members", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = LabSettings.MOST_MEMBERS)
    private int members = 5;

    @Option(names = "--pieces", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = LabSettings.MOST_PIECES)
    private int pieces = 1000;

    @Option(names = "--events", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = LabSettings.MOST_EVENTS)
    private int events = 1000;

    @Option(names = "--seed", paramLabel = "<number>", converter = WholeNumber.Any.class)
    private long seed = 1;

    @Option(names = "--allocators", paramLabel = "<name>", split = ",", completionCandidates = AllocatorNames.class)
    private List<String> allocators = new ArrayList<>();

    @Option(names = "--json")
    private boolean json;

    @Option(names = "--csv", paramLabel = "<file>")
    private Optional<Path> csv = Optional.empty();

    @Override
    public void run() {
        List<Allocator> chosen = allocators.isEmpty() ? Allocators.all() : chosen();
        // Opened before the long run, so that a file that cannot be written is refused at once.
        Optional<Writer> steps = csv.map(LabCommand::open);
        LabSettings settings = new LabSettings(members, pieces, events, seed);
        LabReport report = new LabReport(settings, compare(settings, chosen));
        out().println(json ? report.json() : report.table());
        steps.ifPresent(file -> write(file, report.csv()));
    }

    private List<Allocator> chosen() {
        for (String name : allocators) {
            if (!Allocators.names().contains(name)) {
                throw Failure.wrongUsage(
                        "there is no allocator '" + name + "'; choose from " + String.join(", ", Allocators.names()));
            }
        }
        return allocators.stream().distinct().map(Allocators::byName).toList();
    }

    private static final class AllocatorNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Allocators.names().iterator();
        }
    }

    private static Writer open(Path file) {
        try {
            return Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw Failure.failed("cannot write " + file + ": " + FileErrorText.of(e) + "; choose another file");
        }
    }

    private static void write(Writer file, String text) {
        try (file) {
            file.write(text);
        } catch (IOException e) {
            throw Failure.failed("cannot write the CSV file: " + FileErrorText.of(e));
        }
    }

    private List<AllocatorResult> compare(LabSettings settings, List<Allocator> chosen) {
        ProgressLine terminal = new ProgressLine(err());
        List<String> begun = new ArrayList<>();
        try {
            return Lab.run(settings, chosen, (allocator, event) -> {
                if (event == 1) {
                    begun.add(allocator);
                }
                long done = (begun.size() - 1L) * settings.events() + event;
                terminal.progress(allocator, done, (chosen.size() + 1L) * settings.events());
            });
        } finally {
            terminal.clear();
        }
    }
}
