package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Units;

/**
 * What of a member's holdings the next allocation confirms.
 *
 * @param kept in the numbers of the next allocation's pieces
 * @param lost in the numbers of the allocation before
 */
record ConfirmedHoldings(Runs kept, Runs lost) {

    /**
     * A holding stays only with the same owner and the same {@code since}, in one lineage. Units are compared by name, as their numbers
     * shift; tokens that were split are other pieces.
     */
    static ConfirmedHoldings of(Allocation before, Runs held, Allocation next, Runs owned) {
        boolean told = before.version().lineage().equals(next.version().lineage())
                && (before.pieces().equals(next.pieces()) || next.pieces() instanceof Units);
        if (held.isEmpty() || !told) {
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

    /** The same pieces in the numbers of another set; without those that are not in it. */
    static Runs renumbered(Runs runs, Pieces from, Pieces to) {
        int[] places = to.placesOf(from);
        Runs.Builder there = new Runs.Builder();
        runs.forEach(piece -> {
            if (places[piece] >= 0) {
                there.add(places[piece], places[piece]);
            }
        });
        return there.build();
    }
}
