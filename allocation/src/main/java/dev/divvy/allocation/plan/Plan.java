package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Move;
import java.util.List;

/** What changes would do, without doing it: the allocation as it is, and as it would be. */
public record Plan(Allocation before, Allocation after, List<Change> changes) {

    public Plan {
        changes = List.copyOf(changes);
    }

    /** What would change owner, told over the pieces of after: a new one comes from nobody, one that goes is not told. */
    public List<Move> moves() {
        return after.movesSince(Renumbering.of(before, after.pieces(), Acknowledgements.NOBODY));
    }

    /** How many pieces would move, the fewest that could, and why. */
    public EpochSummary summary() {
        return after.history().get(after.history().size() - 1);
    }
}
