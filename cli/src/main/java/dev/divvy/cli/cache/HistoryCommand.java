package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy history}: the last epochs. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells what changed in the last epochs of a cache: who came, who went, what moved.", ""},
        footer = {"", "Example:", "  divvy history --at 127.0.0.1:7401"})
public final class HistoryCommand implements Runnable {

    private final PrintWriter out;

    @Mixin
    private final At at = new At();

    public HistoryCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        at.print(out, "DIVVY.HISTORY");
    }
}
