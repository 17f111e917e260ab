package dev.divvy.cli;

import dev.divvy.cli.cache.NodeCommand;
import dev.divvy.cli.distributor.DistributorCommand;
import dev.divvy.cli.distributor.lists.ServicesCommand;
import dev.divvy.cli.distributor.lists.TableCommand;
import dev.divvy.cli.distributor.lists.UnitsCommand;
import dev.divvy.cli.group.HistoryCommand;
import dev.divvy.cli.group.PlanCommand;
import dev.divvy.cli.group.StatusCommand;
import dev.divvy.cli.group.WhyCommand;
import dev.divvy.cli.outbox.OutboxCommand;
import dev.divvy.cli.shell.ShellCommand;
import dev.divvy.cli.terminal.Version;
import dev.divvy.cli.up.UpCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.ObjectInputFilter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The {@code divvy} command. */
@Command(
        name = "divvy",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = HelpCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Decides who owns what in a changing cluster.",
        footer = {
            "",
            "Examples:",
            "  divvy up                         nodes and workers in processes of their own, to watch and to kill",
            "  divvy node --help                a node of a cache that speaks the Redis protocol",
            "  divvy shell                      fill, count, kill and start the nodes of a cache",
            "  divvy outbox --help              a transactional outbox in your database",
            "  divvy distributor --help         work units for services, through the Redis that is there already",
            "  divvy table --help               who has which units; see also units and services",
            "  divvy lab                        which allocator moves how much, in one table",
            "  divvy simulate                   the protocol under faults, on virtual time",
            "  divvy why KEY                    who owns a key of a running group, and why; see also plan, history, status",
            "  divvy lab --help                 all options of one command",
            "",
            "Also, in a checkout: ./divvy test, ./divvy bench --help",
            "Exit codes: 0 done, 1 failed, 2 wrong usage."
        })
public final class Divvy {

    /** All commands by name, in the order of the help. */
    static final Map<String, BiFunction<PrintWriter, PrintWriter, Object>> COMMANDS = commands();

    private Divvy() {}

    private static Map<String, BiFunction<PrintWriter, PrintWriter, Object>> commands() {
        Map<String, BiFunction<PrintWriter, PrintWriter, Object>> commands = new LinkedHashMap<>();
        commands.put("up", (out, err) -> new UpCommand(out));
        commands.put("node", NodeCommand::new);
        commands.put("shell", ShellCommand::new);
        commands.put("lab", LabCommand::new);
        commands.put("simulate", SimulateCommand::new);
        commands.put("distributor", (out, err) -> DistributorCommand.make());
        commands.put("units", (out, err) -> UnitsCommand.with(out));
        commands.put("services", (out, err) -> ServicesCommand.with(out));
        commands.put("table", (out, err) -> new TableCommand(out));
        commands.put("outbox", OutboxCommand::with);
        commands.put("why", (out, err) -> new WhyCommand(out));
        commands.put("plan", (out, err) -> new PlanCommand(out));
        commands.put("history", (out, err) -> new HistoryCommand(out));
        commands.put("status", (out, err) -> new StatusCommand(out));
        return Collections.unmodifiableMap(commands);
    }

    /** The one that is named first, since to make them all takes as long as Java's own start; all where none is named, for help. */
    private static Collection<BiFunction<PrintWriter, PrintWriter, Object>> asked(String... args) {
        BiFunction<PrintWriter, PrintWriter, Object> named = args.length == 0 ? null : COMMANDS.get(args[0]);
        return named == null ? COMMANDS.values() : List.of(named);
    }

    public static void main(String[] args) {
        refuseDeserialization();
        WatchedOutput watched = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(watched, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = run(out, err, args);
        out.flush();
        if (watched.failure().isPresent()) {
            err.println("divvy: cannot write the output: " + watched.failure().get());
            exitCode = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(exitCode);
    }

    /**
     * No command reads objects that Java serialized, so none is made in this process, whatever reaches its ports. A filter that the
     * operator set with {@code -Djdk.serialFilter} stays.
     */
    private static void refuseDeserialization() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.REJECTED);
        }
    }

    /** Does what the arguments ask and answers the exit code. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine divvy = new CommandLine(new Divvy());
        asked(args).forEach(command -> divvy.addSubcommand(command.apply(out, err)));
        Complaints complaints = new Complaints(err);
        divvy.setOut(out)
                .setErr(err)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler(complaints)
                .setExecutionExceptionHandler(complaints);
        if (args.length == 0) {
            divvy.usage(out);
            return CommandLine.ExitCode.OK;
        }
        return divvy.execute(args);
    }
}
