package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.console.StatusJson;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy history}: the last epochs. */
@Command(name = "history")
public final class HistoryCommand extends BaseCommand implements Runnable {

    @Option(names = "--json", descriptionKey = "group-json")
    private boolean json;

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        GroupStatus status = where.look().status();
        if (json) {
            out().println(StatusJson.indented(HistoryReport.of(status)));
        } else {
            StatusText.history(status).forEach(out()::println);
        }
        out().flush();
    }
}
