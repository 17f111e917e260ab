package dev.divvy.cli;

import dev.divvy.cli.terminal.Failure;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What goes wrong, as one line on stderr and an exit code. */
final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final PrintWriter err;

    ErrorReporter(PrintWriter err) {
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        String hint = "; try " + command.getCommandSpec().qualifiedName() + " --help";
        say(
                command,
                unknown(wrong).or(() -> refused(wrong)).orElseGet(() -> String.valueOf(wrong.getMessage())) + hint);
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception wrong, CommandLine command, ParseResult parsed) {
        if (wrong instanceof Failure failure) {
            say(command, String.valueOf(failure.getMessage()));
            return failure.exitCode();
        }
        say(command, "failed unexpectedly: " + wrong);
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** A value that the converter of an option refused. */
    private static Optional<String> refused(ParameterException wrong) {
        return wrong.getCause() instanceof RuntimeException cause && wrong.getArgSpec() instanceof OptionSpec option
                ? Optional.of(option.names()[0] + ": " + cause.getMessage())
                : Optional.empty();
    }

    /** An option or a command that does not exist. */
    private static Optional<String> unknown(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        String word = unmatched.getUnmatched().get(0);
        boolean takesCommand = !wrong.getCommandLine().getSubcommands().isEmpty();
        String what = unmatched.isUnknownOption() ? "option" : takesCommand ? "command" : "argument";
        String nearest = unmatched.getSuggestions().isEmpty()
                ? ""
                : " (did you mean " + unmatched.getSuggestions().get(0) + "?)";
        return Optional.of("there is no " + what + " '" + word + "'" + nearest);
    }

    private void say(CommandLine command, String complaint) {
        err.println(command.getCommandSpec().qualifiedName() + ": "
                + complaint.replaceAll("\\s*\\R\\s*", " ").replace(".;", ";"));
        err.flush();
    }
}
