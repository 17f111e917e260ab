package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy status}: how a group stands. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells how a cache stands: its epoch, its nodes and what they own.", ""},
        footer = {"", "Example:", "  divvy status --at 127.0.0.1:7401"})
public final class StatusCommand implements Runnable {

    private final PrintWriter out;

    @Mixin
    private final At at = new At();

    public StatusCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        at.print(out, "DIVVY.STATUS");
    }
}
