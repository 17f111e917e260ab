package dev.divvy.cli.group;

import dev.divvy.cli.terminal.Version;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code divvy plan}: what would move. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {"Tells what would move if a member of a running group left. Nothing is changed.", ""},
        footer = {
            "",
            "Examples:",
            "  divvy plan --leave n2 --at 127.0.0.1:7401",
            "  divvy plan --leave worker-2 --jdbc jdbc:postgresql://localhost/shop --jdbc-user shop"
        })
public final class PlanCommand implements Runnable {

    private final PrintWriter out;

    @Option(names = "--leave", required = true, paramLabel = "<name>", description = "The member that would leave.")
    private String leave = "";

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public PlanCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        where.ask(spec, this::planned, "DIVVY.PLAN", "LEAVE", leave).forEach(out::println);
        out.flush();
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
