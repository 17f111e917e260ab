package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.coordination.report.StatusText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy history}: the last epochs. */
@Command(name = "history")
public final class HistoryCommand extends BaseCommand implements Runnable {

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        where.ask(StatusText::history, "DIVVY.HISTORY").forEach(out()::println);
        out().flush();
    }
}
