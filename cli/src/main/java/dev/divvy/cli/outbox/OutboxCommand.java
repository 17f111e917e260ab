package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.CommonOptions;
import dev.divvy.outbox.OutboxAdmin;
import dev.divvy.outbox.event.EventFilter;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.LongConsumer;
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
            ListCommand.class
        })
public final class OutboxCommand extends BaseCommand implements Runnable {

    private static final EventSelection.Change RETRY = new EventSelection.Change() {
        @Override
        public int ids(OutboxAdmin admin, Set<Long> ids) throws SQLException {
            return admin.retry(ids);
        }

        @Override
        public long filter(OutboxAdmin admin, EventFilter filter, LongConsumer progress) throws SQLException {
            return admin.retry(filter, progress);
        }
    };

    private static final EventSelection.Change DISCARD = new EventSelection.Change() {
        @Override
        public int ids(OutboxAdmin admin, Set<Long> ids) throws SQLException {
            return admin.discard(ids);
        }

        @Override
        public long filter(OutboxAdmin admin, EventFilter filter, LongConsumer progress) throws SQLException {
            return admin.discard(filter, progress);
        }
    };

    @Command(name = "retry", sortOptions = false)
    void retry(@Mixin OutboxOptions options, @Mixin EventSelection events, @Mixin CommonOptions common) {
        events.change(options, out(), err(), "retrying", RETRY);
    }

    @Command(name = "discard", sortOptions = false)
    void discard(@Mixin OutboxOptions options, @Mixin EventSelection events, @Mixin CommonOptions common) {
        events.change(options, out(), err(), "deleted", DISCARD);
    }

    @Override
    public void run() {
        commandLine().usage(out());
    }
}
