package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Move;
import java.util.List;

/** The effect of changes that have not been made: the current allocation, and the one that would follow. */
public record Plan(Allocation before, Allocation after, List<Change> changes) {

    public Plan {
        changes = List.copyOf(changes);
    }

    /**
     * Returns the pieces that would change owner, numbered as in {@code after}: a new piece has no former owner, a removed piece is left
     * out.
     */
    public List<Move> moves() {
        return after.movesSince(Renumbering.of(before, after.pieces(), Acknowledgements.NONE));
    }

    /** Returns the number of pieces that would move, the fewest possible, and the causes. */
    public EpochSummary summary() {
        return after.history().get(after.history().size() - 1);
    }
}
