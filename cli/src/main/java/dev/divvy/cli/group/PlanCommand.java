package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.StatusJson;
import dev.divvy.console.view.PlanView;
import dev.divvy.coordination.status.GroupStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy plan}: what would move. */
@Command(name = "plan")
public final class PlanCommand extends BaseCommand implements Runnable {

    @Mixin
    private final PlannedChanges changes = new PlannedChanges();

    @Option(names = "--json", descriptionKey = "group-json")
    private boolean json;

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        changes.check();
        PlanView plan = planned(where.look().status());
        if (json) {
            out().println(StatusJson.indented(plan));
        } else {
            PlanText.lines(plan).forEach(out()::println);
        }
        out().flush();
    }

    private PlanView planned(GroupStatus status) {
        try {
            return PlanView.of(status, changes.changes());
        } catch (IllegalArgumentException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }
}
