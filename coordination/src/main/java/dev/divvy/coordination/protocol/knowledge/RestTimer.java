package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import java.util.Optional;

/**
 * Tells since when the data of all pieces has been settled, so that balance may be restored. An allocation that was settled remains so, also
 * when one of its owners is gone: the heirs of that owner have forgotten.
 *
 * @param settled the allocation on the board, if all its owners have settled it; empty if one of them has not
 * @param since when that was first seen
 */
public record RestTimer(Optional<Version> settled, long since) {

    /** The timer before the first snapshot. */
    public static final RestTimer NONE = new RestTimer(Optional.empty(), Long.MAX_VALUE);

    /** Returns the timer after the board was read. */
    public RestTimer observed(BoardView view, long now) {
        if (settled.isPresent() && settled.equals(view.version())) {
            return this;
        }
        Optional<Version> next = view.allocation()
                .filter(allocation -> allocation.replication().keepsHeirs())
                .filter(allocation -> isSettled(allocation, view.acknowledgements()))
                .map(Allocation::version);
        return new RestTimer(next, next.isEmpty() ? Long.MAX_VALUE : now);
    }

    private static boolean isSettled(Allocation allocation, Acknowledgements acknowledgements) {
        Roster roster = allocation.roster();
        for (int member = 0; member < roster.size(); member++) {
            Incarnation owner = roster.get(member).incarnation();
            if (!allocation.division().of(member).isEmpty() && acknowledgements.settled(owner) < allocation.epoch()) {
                return false;
            }
        }
        return true;
    }
}
