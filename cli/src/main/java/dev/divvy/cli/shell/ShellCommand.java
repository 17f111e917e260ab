package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeOptions;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.options.HostPort;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ProgressLine;
import dev.divvy.cli.terminal.TerminalColours;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy shell}: fill, count, kill and start the nodes of a cache. */
@Command(name = "shell")
public final class ShellCommand extends BaseCommand implements Callable<Integer> {

    @Mixin
    private final NodeOptions at = new NodeOptions();

    @Option(
            names = {"-c", "--commands"},
            paramLabel = "<commands>")
    private Optional<String> commands = Optional.empty();

    @Override
    public Integer call() {
        boolean interactive = commands.isEmpty() && ProgressLine.isInteractive();
        TerminalColours colours = TerminalColours.of(interactive);
        ShellSession session = new ShellSession(
                at.address(),
                at.access(),
                new ProgressLine(err()),
                line -> print(ClusterReports.coloured(line, colours)));
        if (commands.isPresent()) {
            session.run(commands.get());
            return ExitCode.OK;
        }
        if (!interactive) {
            BufferedReader piped = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            return runAll(session, colours, () -> next(piped)) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        greet(session.cluster(), colours);
        try (Prompt prompt = new Prompt(session.cluster(), colours)) {
            runAll(session, colours, prompt::next);
        }
        return ExitCode.OK;
    }

    private void print(String line) {
        out().println(line);
        out().flush();
    }

    private void printFailure(Failure failure, TerminalColours colours) {
        err().println(colours.failure(String.valueOf(failure.getMessage())));
        err().flush();
    }

    private void greet(ShellCluster cluster, TerminalColours colours) {
        try {
            List<NodeRow> nodes = cluster.refresh();
            print(Numbers.count(nodes.size(), "node") + ": " + NodeRow.names(nodes) + " (from the node at "
                    + HostPort.shown(at.address()) + "); help lists the commands, Ctrl-D leaves the shell");
        } catch (Failure failure) {
            printFailure(failure, colours);
        }
    }

    /** Runs all lines, also after one that fails; returns whether none failed. */
    private boolean runAll(ShellSession session, TerminalColours colours, Supplier<@Nullable String> lines) {
        boolean goesOn = true;
        boolean allSucceeded = true;
        while (goesOn) {
            String line = lines.get();
            try {
                goesOn = line != null && session.run(line);
            } catch (Failure failure) {
                printFailure(failure, colours);
                allSucceeded = false;
            }
        }
        return allSucceeded;
    }

    private static @Nullable String next(BufferedReader lines) {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw Failure.failed("cannot read the commands: " + e.getMessage());
        }
    }
}
