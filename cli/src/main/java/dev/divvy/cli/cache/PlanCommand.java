package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy plan}: what would move. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells what would move if a node left. Nothing is changed.", ""},
        footer = {"", "Example:", "  divvy plan --leave n2 --at 127.0.0.1:7401"})
public final class PlanCommand implements Runnable {

    private final PrintWriter out;

    @Option(names = "--leave", required = true, paramLabel = "<name>", description = "The node that would leave.")
    private String leave = "";

    @Mixin
    private final At at = new At();

    public PlanCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        at.print(out, "DIVVY.PLAN", "LEAVE", leave);
    }
}
