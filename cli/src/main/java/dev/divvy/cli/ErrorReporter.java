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

/** Reports an error as one line on stderr and an exit code. */
final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final PrintWriter err;

    ErrorReporter(PrintWriter err) {
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        String hint = "; try " + command.getCommandSpec().qualifiedName() + " --help";
        print(
                command,
                unknown(error).or(() -> refused(error)).orElseGet(() -> String.valueOf(error.getMessage())) + hint);
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
        if (error instanceof Failure failure) {
            print(command, String.valueOf(failure.getMessage()));
            return failure.exitCode();
        }
        print(command, "failed unexpectedly: " + error);
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Returns the message for a value that the converter of an option refused; empty for any other error. */
    private static Optional<String> refused(ParameterException error) {
        return error.getCause() instanceof RuntimeException cause && error.getArgSpec() instanceof OptionSpec option
                ? Optional.of(option.names()[0] + ": " + cause.getMessage())
                : Optional.empty();
    }

    /** Returns the message for an option or a command that does not exist; empty for any other error. */
    private static Optional<String> unknown(ParameterException error) {
        if (!(error instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        String word = unmatched.getUnmatched().get(0);
        boolean takesCommand = !error.getCommandLine().getSubcommands().isEmpty();
        String kind = unmatched.isUnknownOption() ? "option" : takesCommand ? "command" : "argument";
        String nearest = unmatched.getSuggestions().isEmpty()
                ? ""
                : " (did you mean " + unmatched.getSuggestions().get(0) + "?)";
        return Optional.of("there is no " + kind + " '" + word + "'" + nearest);
    }

    private void print(CommandLine command, String message) {
        err.println(command.getCommandSpec().qualifiedName() + ": "
                + message.replaceAll("\\s*\\R\\s*", " ").replace(".;", ";"));
        err.flush();
    }
}
