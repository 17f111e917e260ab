package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.CommonOptions;
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
            OutboxStatusCommand.class,
            AbortedCommand.class
        })
public final class OutboxCommand extends BaseCommand implements Runnable {

    @Command(name = "retry", sortOptions = false)
    void retry(@Mixin OutboxOptions options, @Mixin EventSelection events, @Mixin CommonOptions common) {
        events.change(options, out(), "retrying", (admin, ids) -> ids.isEmpty() ? admin.retryAll() : admin.retry(ids));
    }

    @Command(name = "discard", sortOptions = false)
    void discard(@Mixin OutboxOptions options, @Mixin EventSelection events, @Mixin CommonOptions common) {
        events.change(
                options, out(), "deleted", (admin, ids) -> ids.isEmpty() ? admin.discardAll() : admin.discard(ids));
    }

    @Override
    public void run() {
        commandLine().usage(out());
    }
}
