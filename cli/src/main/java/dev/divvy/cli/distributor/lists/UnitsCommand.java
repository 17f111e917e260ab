package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code divvy units}: the list of what is divided. */
@Command(
        name = "units",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "The work units that a distributor divides: add, remove, list.",
        footer = {
            "",
            "Each command has --help. The list is in Redis (--redis-addrs) or in a database (--store jdbc:...).",
            "",
            "Examples:",
            "  divvy units add --store 'jdbc:h2:./trial;AUTO_SERVER=TRUE' shop.example news.example",
            "  divvy units add --redis-addrs 127.0.0.1:6379 - < sites.txt",
            "  divvy units list --json"
        })
public final class UnitsCommand implements Runnable {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before run() is called
    private CommandSpec spec;

    private UnitsCommand(PrintWriter out) {
        this.out = out;
    }

    /** The command with all that belong to it. */
    public static CommandLine with(PrintWriter out) {
        return new CommandLine(new UnitsCommand(out))
                .addSubcommand(new AddCommand(out, Kind.UNITS))
                .addSubcommand(new RemoveCommand(out, Kind.UNITS))
                .addSubcommand(new ListCommand(out, Kind.UNITS));
    }

    @Override
    public void run() {
        spec.commandLine().usage(out);
    }
}
