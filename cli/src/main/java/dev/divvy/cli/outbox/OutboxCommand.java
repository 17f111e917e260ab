package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Version;
import dev.divvy.outbox.OutboxAdmin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy outbox}: the transactional outbox from the command line. */
@Command(
        name = "outbox",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SchemaCommand.class,
            SendCommand.class,
            RunCommand.class,
            StatusCommand.class,
            AbortedCommand.class
        })
public final class OutboxCommand extends BaseCommand implements Runnable {

    @Command(name = "retry", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
    void retry(@Mixin OutboxOptions place, @Mixin EventSelection events) {
        events.change(place, out(), "trying again:", OutboxAdmin::retry, OutboxAdmin::retryAll);
    }

    @Command(name = "discard", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
    void discard(@Mixin OutboxOptions place, @Mixin EventSelection events) {
        events.change(place, out(), "deleted", OutboxAdmin::discard, OutboxAdmin::discardAll);
    }

    @Override
    public void run() {
        commandLine().usage(out());
    }
}
