package dev.divvy.cli.group;

import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code divvy status}: how a group stands. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells how a running group stands: its epoch, its members and what they own.", ""},
        footer = {
            "",
            "Examples:",
            "  divvy status --at 127.0.0.1:7401",
            "  divvy status --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop",
            "  divvy status --redis redis://127.0.0.1:6379 --group jobs"
        })
public final class StatusCommand implements Runnable {

    private final PrintWriter out;

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public StatusCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        where.sight(spec)
                .map(this::seen)
                .orElseGet(() -> where.node("DIVVY.STATUS"))
                .forEach(out::println);
        out.flush();
    }

    private List<String> seen(BoardReader there) {
        try (there;
                Stop stop = Stop.onSignals()) {
            return LivenessCheck.status(where.name(), there, stop);
        }
    }
}
