package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.Version;
import dev.divvy.outbox.OutboxAdmin;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy outbox discard}: aborted events are deleted. */
@Command(
        name = "discard",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Deletes aborted events for good.", ""})
final class DiscardCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private final OutboxOptions place = new OutboxOptions();

    @Mixin
    private final EventSelection chosen = new EventSelection();

    DiscardCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        chosen.check();
        try (OutboxConnection opened = place.open()) {
            OutboxAdmin admin = opened.outbox().admin();
            return chosen.answer(
                    out, "deleted", ids -> opened.ask(() -> admin.discard(ids)), () -> opened.ask(admin::discardAll));
        }
    }
}
