package dev.divvy.cli.group;

import dev.divvy.cli.terminal.Version;
import dev.divvy.coordination.report.StatusText;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code divvy history}: the last epochs. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells what changed in the last epochs of a running group: who came, who went, what moved.", ""},
        footer = {
            "",
            "Examples:",
            "  divvy history --at 127.0.0.1:7401",
            "  divvy history --redis redis://127.0.0.1:6379 --group jobs"
        })
public final class HistoryCommand implements Runnable {

    private final PrintWriter out;

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public HistoryCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        where.ask(spec, StatusText::history, "DIVVY.HISTORY").forEach(out::println);
        out.flush();
    }
}
