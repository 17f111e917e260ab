package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeOptions;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.HostPort;
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
        boolean watched = commands.isEmpty() && ProgressLine.isInteractive();
        TerminalColours colours = TerminalColours.of(watched);
        ShellSession session = new ShellSession(
                at.address(),
                at.access(),
                new ProgressLine(err()),
                line -> say(ClusterReports.coloured(line, colours)));
        if (commands.isPresent()) {
            session.run(commands.get());
            return ExitCode.OK;
        }
        if (!watched) {
            BufferedReader piped = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            return runAll(session, colours, () -> next(piped)) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        greet(session.cluster(), colours);
        try (Prompt prompt = new Prompt(session.cluster(), colours)) {
            runAll(session, colours, prompt::next);
        }
        return ExitCode.OK;
    }

    private void say(String line) {
        out().println(line);
        out().flush();
    }

    private void complain(Failure failure, TerminalColours colours) {
        err().println(colours.failure(String.valueOf(failure.getMessage())));
        err().flush();
    }

    private void greet(ShellCluster cluster, TerminalColours colours) {
        try {
            List<NodeRow> nodes = cluster.look();
            say(Numbers.count(nodes.size(), "node") + ": " + NodeRow.names(nodes) + " (asked at "
                    + HostPort.shown(at.address()) + "); help lists the commands, Ctrl-D ends");
        } catch (Failure failure) {
            complain(failure, colours);
        }
    }

    /** Goes on after a line that fails; returns whether none did. */
    private boolean runAll(ShellSession session, TerminalColours colours, Supplier<@Nullable String> lines) {
        boolean goesOn = true;
        boolean allDone = true;
        while (goesOn) {
            String line = lines.get();
            try {
                goesOn = line != null && session.run(line);
            } catch (Failure failure) {
                complain(failure, colours);
                allDone = false;
            }
        }
        return allDone;
    }

    private static @Nullable String next(BufferedReader lines) {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw Failure.failed("cannot read the commands: " + e.getMessage());
        }
    }
}
