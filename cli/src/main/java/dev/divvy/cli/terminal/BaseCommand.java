package dev.divvy.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command with the common options; they are listed last, the others in the order in which they are declared. */
@Command(resourceBundle = "dev.divvy.cli.help")
public abstract class BaseCommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final CommonOptions common = new CommonOptions();

    protected BaseCommand() {}

    protected CommandSpec spec() {
        return spec;
    }

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
