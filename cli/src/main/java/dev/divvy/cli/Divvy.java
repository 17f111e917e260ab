package dev.divvy.cli;

import dev.divvy.cli.cache.NodeCommand;
import dev.divvy.cli.distributor.DistributorCommand;
import dev.divvy.cli.group.HistoryCommand;
import dev.divvy.cli.group.PlanCommand;
import dev.divvy.cli.group.StatusCommand;
import dev.divvy.cli.group.WhyCommand;
import dev.divvy.cli.group.operator.DrainCommand;
import dev.divvy.cli.group.operator.PinCommand;
import dev.divvy.cli.group.operator.ResumeCommand;
import dev.divvy.cli.group.operator.SuspendCommand;
import dev.divvy.cli.group.operator.UndrainCommand;
import dev.divvy.cli.group.operator.UnpinCommand;
import dev.divvy.cli.http.ReplayCommand;
import dev.divvy.cli.lab.LabCommand;
import dev.divvy.cli.outbox.OutboxCommand;
import dev.divvy.cli.shell.ShellCommand;
import dev.divvy.cli.simulate.SimulateCommand;
import dev.divvy.cli.terminal.BuildVersion;
import dev.divvy.cli.terminal.SettingDefaults;
import dev.divvy.cli.up.UpCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.ObjectInputFilter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The {@code divvy} command. */
@Command(
        resourceBundle = "dev.divvy.cli.help",
        name = "divvy",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        subcommands = HelpCommand.class,
        synopsisHeading = "%nUsage: ",
        optionListHeading = "%n",
        commandListHeading = "",
        synopsisSubcommandLabel = "COMMAND")
public final class Divvy {

    /** All commands by name, in the order of the help. */
    static final Map<String, Supplier<Object>> COMMANDS = commands();

    private static final int WIDTH = 100;

    private Divvy() {}

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("up", UpCommand::new);
        commands.put("shell", ShellCommand::new);
        commands.put("lab", LabCommand::new);
        commands.put("simulate", SimulateCommand::new);
        commands.put("node", NodeCommand::new);
        commands.put("outbox", OutboxCommand::new);
        commands.put("distributor", DistributorCommand::create);
        commands.put("why", WhyCommand::new);
        commands.put("plan", PlanCommand::new);
        commands.put("history", HistoryCommand::new);
        commands.put("replay", ReplayCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("drain", DrainCommand::new);
        commands.put("undrain", UndrainCommand::new);
        commands.put("pin", PinCommand::new);
        commands.put("unpin", UnpinCommand::new);
        commands.put("suspend", SuspendCommand::new);
        commands.put("resume", ResumeCommand::new);
        commands.put("completion", () -> new CompletionCommand(() -> whole(System.getenv())));
        return Collections.unmodifiableMap(commands);
    }

    /** Returns only the command that the first argument names, since creating all takes as long as Java's own start; all if it names none. */
    private static Collection<Supplier<Object>> needed(String... args) {
        Supplier<Object> named = args.length == 0 ? null : COMMANDS.get(args[0]);
        return named == null ? COMMANDS.values() : List.of(named);
    }

    public static void main(String[] args) {
        refuseDeserialization();
        forgetNamesSoon();
        CheckedOutput output = new CheckedOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(output, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode;
        try {
            exitCode = run(out, err, args);
        } catch (Error e) {
            // Threads of the command may still run: without an end of the process they would go on for ever.
            e.printStackTrace(err);
            exitCode = CommandLine.ExitCode.SOFTWARE;
        }
        out.flush();
        if (output.failure().isPresent()) {
            err.println("divvy: cannot write the output: " + output.failure().get());
            exitCode = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(exitCode);
    }

    /**
     * Rejects serialized Java objects: no command reads any, so none is deserialized in this process, whatever reaches its ports. A filter
     * that the operator set with {@code -Djdk.serialFilter} stays.
     */
    private static void refuseDeserialization() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.REJECTED);
        }
    }

    /**
     * Makes Java look names up again after a second: a server that took over, or a service that moved, has another address under its name. Java
     * would keep addresses for 30 s, and unknown names for 10. Other values that the operator set stay.
     */
    static void forgetNamesSoon() {
        if (Security.getProperty("networkaddress.cache.ttl") == null
                && System.getProperty("sun.net.inetaddr.ttl") == null) {
            Security.setProperty("networkaddress.cache.ttl", "1");
        }
        if ("10".equals(Security.getProperty("networkaddress.cache.negative.ttl"))) {
            Security.setProperty("networkaddress.cache.negative.ttl", "1");
        }
    }

    /** Runs the command that the arguments name; returns the exit code. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(out, err, System.getenv(), args);
    }

    static int run(PrintWriter out, PrintWriter err, Map<String, String> environment, String... args) {
        String[] words = OldNames.expand(args);
        ErrorReporter errors = new ErrorReporter(err);
        CommandLine divvy = create(needed(words), environment)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        if (words.length == 0) {
            divvy.usage(out);
            return CommandLine.ExitCode.OK;
        }
        return divvy.execute(words);
    }

    /** Returns the command with all subcommands. */
    static CommandLine whole(Map<String, String> environment) {
        return create(COMMANDS.values(), environment);
    }

    private static CommandLine create(Collection<Supplier<Object>> commands, Map<String, String> environment) {
        CommandLine divvy = new CommandLine(new Divvy());
        commands.forEach(command -> divvy.addSubcommand(command.get()));
        divvy.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
        return divvy.setUsageHelpWidth(WIDTH).setDefaultValueProvider(new SettingDefaults(environment));
    }
}
