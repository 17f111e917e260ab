package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.LiveScreen;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.StatusJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy outbox status}: the backlog and the members. */
@Command(name = "status")
final class OutboxStatusCommand extends BaseCommand implements Runnable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @Mixin
    private final OutboxOptions options = new OutboxOptions();

    @Option(names = "--watch")
    private boolean watch;

    @Option(names = "--json")
    private boolean json;

    @Override
    public void run() {
        try (StopSignal stop = StopSignal.onSignals();
                OutboxConnection opened = options.open();
                LiveScreen screen = watch && !json ? LiveScreen.open(out()) : LiveScreen.plain(out())) {
            OutboxReader reader = new OutboxReader(opened);
            // The rates of the next status cover the time since this one.
            reader.read();
            while (!stop.await(INTERVAL)) {
                try {
                    show(screen, reader.read());
                } catch (Failure e) {
                    if (!watch) {
                        throw e;
                    }
                    // Keep watching: the user wants to see the end of an outage.
                    show(screen, String.valueOf(e.getMessage()));
                }
                if (!watch || out().checkError()) {
                    return;
                }
            }
        }
    }

    private void show(LiveScreen screen, String problem) {
        if (json) {
            out().println(StatusJson.line(new OutboxStatus.Problem(problem)));
            out().flush();
        } else {
            screen.draw(List.of(problem, "retrying every second; Ctrl-C stops it", ""));
        }
    }

    private void show(LiveScreen screen, OutboxStatus status) {
        if (json) {
            out().println(watch ? StatusJson.line(status) : StatusJson.indented(status));
            out().flush();
            return;
        }
        List<String> lines = new ArrayList<>(status.lines());
        if (watch) {
            lines.add("");
        }
        screen.draw(lines);
    }
}
