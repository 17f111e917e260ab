package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code divvy services}: the list of those among whom is divided. */
@Command(
        name = "services",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "The services among which a distributor divides, as host:port: list, add, remove. Services that use the"
                        + " client register themselves.",
        footer = {
            "",
            "Each command has --help. The list is in Redis (--redis-addrs) or in a database (--store jdbc:...).",
            "",
            "Examples:",
            "  divvy services list --store 'jdbc:h2:./trial;AUTO_SERVER=TRUE'",
            "  divvy services add 10.0.0.7:9000 --redis-addrs 10.0.0.1:6379"
        })
public final class ServicesCommand implements Runnable {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before run() is called
    private CommandSpec spec;

    private ServicesCommand(PrintWriter out) {
        this.out = out;
    }

    /** The command with all that belong to it. */
    public static CommandLine with(PrintWriter out) {
        return new CommandLine(new ServicesCommand(out))
                .addSubcommand(new ListCommand(out, Kind.SERVICES))
                .addSubcommand(new AddCommand(out, Kind.SERVICES))
                .addSubcommand(new RemoveCommand(out, Kind.SERVICES));
    }

    @Override
    public void run() {
        spec.commandLine().usage(out);
    }
}
