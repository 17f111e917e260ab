package dev.divvy.cli.cache;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code divvy why}: who owns a key, and why. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells who owns a key of a cache, by which rule, since which epoch and from whom.", ""},
        footer = {"", "Example:", "  divvy why user:42 --at 127.0.0.1:7401"})
public final class WhyCommand implements Runnable {

    private final PrintWriter out;

    @Parameters(paramLabel = "<key>", description = "A key, whether it is in the cache or not.")
    private String key = "";

    @Mixin
    private final At at = new At();

    public WhyCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        at.print(out, "DIVVY.WHY", key);
    }
}
