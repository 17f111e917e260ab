package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import java.util.List;

/** The inputs of an allocation: the pieces, the roster, and the directives. */
public record PlanInputs(Pieces pieces, Roster roster, Directives directives) {

    public static PlanInputs of(Allocation allocation) {
        return new PlanInputs(allocation.pieces(), allocation.roster(), allocation.directives());
    }

    /**
     * Returns these inputs after the changes, applied one after the other.
     *
     * @throws IllegalArgumentException when a change makes no sense after those before it
     */
    public PlanInputs after(List<Change> changes) {
        PlanInputs now = this;
        for (Change change : changes) {
            change.check(now);
            now = new PlanInputs(
                    change.applyTo(now.pieces), change.applyTo(now.roster), change.applyTo(now.directives));
        }
        return now;
    }
}
