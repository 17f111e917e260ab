package dev.divvy.cli.distributor;

import dev.divvy.cli.distributor.lists.NameKind;
import dev.divvy.cli.distributor.lists.NameListCommand;
import dev.divvy.cli.distributor.lists.TableCommand;
import dev.divvy.cli.terminal.BaseCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code divvy distributor}: the daemon, its lists and its table. */
@Command(name = "distributor", synopsisSubcommandLabel = "COMMAND")
public final class DistributorCommand extends BaseCommand implements Runnable {

    private DistributorCommand() {}

    /** Returns the command with its subcommands. */
    public static CommandLine create() {
        return new CommandLine(new DistributorCommand())
                .addSubcommand(DistributorRunCommand.create())
                .addSubcommand(NameListCommand.of(NameKind.UNITS))
                .addSubcommand(NameListCommand.of(NameKind.SERVICES))
                .addSubcommand(new TableCommand());
    }

    @Override
    public void run() {
        commandLine().usage(out());
    }
}
