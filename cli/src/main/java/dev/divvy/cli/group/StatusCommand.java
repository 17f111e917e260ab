package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Stop;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy status}: how a group stands. */
@Command(name = "status")
public final class StatusCommand extends BaseCommand implements Runnable {

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        where.board()
                .map(this::seen)
                .orElseGet(() -> where.node("DIVVY.STATUS"))
                .forEach(out()::println);
        out().flush();
    }

    private List<String> seen(BoardReader there) {
        try (there;
                Stop stop = Stop.onSignals()) {
            return LivenessCheck.status(where.name(), there, stop);
        }
    }
}
