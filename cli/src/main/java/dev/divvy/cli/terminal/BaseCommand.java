package dev.divvy.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands share: help, version, options in the order in which they are declared, and where they write. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        resourceBundle = "dev.divvy.cli.help")
public abstract class BaseCommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    protected BaseCommand() {}

    protected CommandLine commandLine() {
        return spec.commandLine();
    }

    protected PrintWriter out() {
        return commandLine().getOut();
    }

    protected PrintWriter err() {
        return commandLine().getErr();
    }
}
