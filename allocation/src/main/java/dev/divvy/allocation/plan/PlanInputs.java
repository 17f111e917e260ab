package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import java.util.List;

/** What an allocation is made for: what is divided, among whom, and what is asked of the group. */
public record PlanInputs(Pieces pieces, Roster roster, Directives directives) {

    public static PlanInputs of(Allocation allocation) {
        return new PlanInputs(allocation.pieces(), allocation.roster(), allocation.directives());
    }

    /**
     * These terms after the changes, one after the other.
     *
     * @throws IllegalArgumentException when one of them makes no sense after those before it
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
