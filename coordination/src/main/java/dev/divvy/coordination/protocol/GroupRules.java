package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.Timing;

/**
 * The rules that all members of a group share.
 *
 * @param pieces the pieces that a new group divides; an existing group keeps those of its allocation
 * @param fixedPieces whether a member is refused if the group divides other pieces
 */
public record GroupRules(Timing timing, Planner planner, Pieces pieces, boolean fixedPieces) {

    /** Creates rules that let a member take over the pieces of the group. */
    public GroupRules(Timing timing, Planner planner, Pieces pieces) {
        this(timing, planner, pieces, false);
    }

    /** Whether a member looks at the board before it joins, and does not join a group that it does not fit. */
    public boolean checksFit() {
        return fixedPieces || planner.replication().keepsHeirs();
    }
}
