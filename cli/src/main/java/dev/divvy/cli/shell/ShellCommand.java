package dev.divvy.cli.shell;

import dev.divvy.cli.cache.HostPort;
import dev.divvy.cli.cache.NodeOptions;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
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
        boolean watched = commands.isEmpty() && Terminal.isInteractive();
        Paint paint = new Paint(watched && System.getenv("NO_COLOR") == null);
        Session session = new Session(at.address(), at.access(), new Terminal(err()), line -> {
            out().println(paint.line(line));
            out().flush();
        });
        if (commands.isPresent()) {
            session.run(commands.get());
            return ExitCode.OK;
        }
        return watched ? talk(session, paint) : read(session);
    }

    private int talk(Session session, Paint paint) {
        attempt(paint, () -> {
            out().println(Numbers.count(session.cluster().look().size(), "node") + ": "
                    + session.cluster().nodes().stream().map(NodeRow::name).collect(Collectors.joining(", "))
                    + " (asked at " + HostPort.shown(at.address()) + "); help lists the commands, Ctrl-D ends");
            return true;
        });
        try (Prompt prompt = new Prompt(session.cluster(), paint)) {
            boolean goesOn = true;
            while (goesOn) {
                Optional<String> line = prompt.next();
                goesOn = line.isPresent() && attempt(paint, () -> session.run(line.get())) != Attempt.ENDED;
            }
        }
        return ExitCode.OK;
    }

    /** Goes on after a failure, and remembers that there was one. */
    private int read(Session session) {
        int exitCode = ExitCode.OK;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (true) {
            String line = next(lines);
            Attempt attempt = line == null ? Attempt.ENDED : attempt(new Paint(false), () -> session.run(line));
            if (attempt == Attempt.ENDED) {
                return exitCode;
            }
            exitCode = attempt == Attempt.FAILED ? ExitCode.SOFTWARE : exitCode;
        }
    }

    private static @Nullable String next(BufferedReader lines) {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw Failure.failed("cannot read the commands: " + e.getMessage());
        }
    }

    private enum Attempt {
        DONE,
        FAILED,
        ENDED
    }

    private Attempt attempt(Paint paint, BooleanSupplier what) {
        try {
            return what.getAsBoolean() ? Attempt.DONE : Attempt.ENDED;
        } catch (Failure failure) {
            err().println(paint.failure(String.valueOf(failure.getMessage())));
            err().flush();
            return Attempt.FAILED;
        } finally {
            out().flush();
        }
    }
}
