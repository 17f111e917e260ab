package dev.divvy.cli;

import dev.divvy.cli.terminal.BaseCommand;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code divvy completion}: the script with which bash and zsh complete commands and options. */
@Command(name = "completion")
final class CompletionCommand extends BaseCommand implements Runnable {

    private final Supplier<CommandLine> divvy;

    /** @param divvy creates the command with all subcommands, only when the script is printed */
    CompletionCommand(Supplier<CommandLine> divvy) {
        this.divvy = divvy;
    }

    @Override
    public void run() {
        out().print(AutoComplete.bash("divvy", divvy.get()));
        out().flush();
    }
}
