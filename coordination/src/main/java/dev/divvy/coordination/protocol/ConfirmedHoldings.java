package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Units;

/**
 * A member's holdings, split into those that the next allocation confirms and those that it does not.
 *
 * @param kept the confirmed pieces, in the numbering of the next allocation
 * @param lost the other pieces, in the numbering of the allocation before
 */
record ConfirmedHoldings(Runs kept, Runs lost) {

    /**
     * Compares the holdings with the next allocation. A holding is kept only with the same owner and the same {@code since}, in the same
     * lineage. Units are compared by name, because their numbers shift; split tokens are new pieces.
     */
    static ConfirmedHoldings of(Allocation before, Runs held, Allocation next, Runs owned) {
        boolean comparable = before.version().lineage().equals(next.version().lineage())
                && (before.pieces().equals(next.pieces()) || next.pieces() instanceof Units);
        if (held.isEmpty() || !comparable) {
            return new ConfirmedHoldings(Runs.NONE, held);
        }
        int[] places =
                before.pieces().equals(next.pieces()) ? null : next.pieces().placesOf(before.pieces());
        Runs.Builder same = new Runs.Builder();
        Runs.Builder kept = new Runs.Builder();
        held.forEach(piece -> {
            int place = places == null ? piece : places[piece];
            if (place >= 0
                    && owned.contains(place)
                    && before.tenureOf(piece).since() == next.tenureOf(place).since()) {
                same.add(piece, piece);
                kept.add(place, place);
            }
        });
        return new ConfirmedHoldings(kept.build(), held.minus(same.build()));
    }

    /** Returns the same pieces in the numbering of another set, without those that are not in it. */
    static Runs renumbered(Runs runs, Pieces from, Pieces to) {
        int[] places = to.placesOf(from);
        Runs.Builder renumbered = new Runs.Builder();
        runs.forEach(piece -> {
            if (places[piece] >= 0) {
                renumbered.add(places[piece], places[piece]);
            }
        });
        return renumbered.build();
    }
}
