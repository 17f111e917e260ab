package dev.divvy.coordination;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Card;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The board as a member saw it with one pulse, and its own part in it: all of one moment, or an allocation from shortly before the cards.
 *
 * @param self this member's incarnation on the board; empty after it was ejected or left: what it kept as that incarnation is void
 * @param allocation the allocation on the board, with owners, copies and heirs; empty if there is none
 * @param cards the cards on the board, by incarnation
 * @param held the pieces that this member holds, numbered as in the allocation
 * @param leased whether the member's lease was running
 */
public record Sighting(
        Optional<Incarnation> self,
        Optional<Allocation> allocation,
        NavigableMap<Incarnation, Card> cards,
        Runs held,
        boolean leased) {

    public Sighting {
        cards = Collections.unmodifiableNavigableMap(new TreeMap<>(cards));
    }

    /** Whether exactly this incarnation is on the board. */
    public boolean shows(Incarnation incarnation) {
        return cards.containsKey(incarnation);
    }

    /** Whether pieces may be assigned to this incarnation. */
    public boolean isEligible(Incarnation incarnation) {
        Card card = cards.get(incarnation);
        return card != null && card.state().eligible();
    }
}
