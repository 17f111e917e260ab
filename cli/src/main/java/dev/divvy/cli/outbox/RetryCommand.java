package dev.divvy.cli.outbox;

import dev.divvy.cli.terminal.Version;
import dev.divvy.outbox.OutboxAdmin;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy outbox retry}: aborted events are tried again. */
@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Lets aborted events be tried again, with all their attempts. Later events of the same entity may have been handled"
                    + " meanwhile.",
            ""
        })
final class RetryCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private final OutboxOptions place = new OutboxOptions();

    @Mixin
    private final EventSelection chosen = new EventSelection();

    RetryCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        chosen.check();
        try (OutboxConnection opened = place.open()) {
            OutboxAdmin admin = opened.outbox().admin();
            return chosen.answer(
                    out, "trying again:", ids -> opened.ask(() -> admin.retry(ids)), () -> opened.ask(admin::retryAll));
        }
    }
}
