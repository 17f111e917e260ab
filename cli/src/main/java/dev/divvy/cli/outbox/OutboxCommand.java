package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code divvy outbox}: the transactional outbox from the command line. */
@Command(
        name = "outbox",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "A transactional outbox in a database that is there already: make it, fill it, run it, watch it, mend it.",
        footer = {
            "",
            "Each command has --help. The password may be in the environment as DIVVY_PASSWORD; DIVVY_LOG=debug tells more.",
            "",
            "Examples:",
            "  divvy outbox schema --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop",
            "  divvy outbox send   --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop --count 1000 --entities 50",
            "  divvy outbox run    --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop --to events.jsonl",
            "  divvy outbox status --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop --watch"
        })
public final class OutboxCommand implements Runnable {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before run() is called
    private CommandSpec spec;

    private OutboxCommand(PrintWriter out) {
        this.out = out;
    }

    /** The command with all that belong to it. */
    public static CommandLine with(PrintWriter out, PrintWriter err) {
        return new CommandLine(new OutboxCommand(out))
                .addSubcommand(new SchemaCommand(out))
                .addSubcommand(new SendCommand(out, err))
                .addSubcommand(new RunCommand(out, err))
                .addSubcommand(new StatusCommand(out))
                .addSubcommand(new AbortedCommand(out))
                .addSubcommand(new RetryCommand(out))
                .addSubcommand(new DiscardCommand(out));
    }

    @Override
    public void run() {
        spec.commandLine().usage(out);
    }
}
