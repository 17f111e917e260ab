package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy plan}: what would move. */
@Command(name = "plan")
public final class PlanCommand extends BaseCommand implements Runnable {

    @Option(names = "--leave", required = true, paramLabel = "<name>")
    private String leave = "";

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        where.ask(this::planned, "DIVVY.PLAN", "LEAVE", leave).forEach(out()::println);
        out().flush();
    }

    /** What a board does not say is how its group divides: as usual. */
    private List<String> planned(GroupStatus status) {
        Group usual = Group.of(status.group(), status.pieces())
                .withCopies(status.allocation()
                        .map(allocation -> allocation.holders().copies().depth())
                        .orElse(0));
        return StatusText.planned(status, usual.planner(), leave);
    }
}
