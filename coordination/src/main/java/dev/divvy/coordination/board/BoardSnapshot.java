package dev.divvy.coordination.board;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Optional;

/**
 * What a pulse or a look saw: allocation and cards of one moment, or the allocation of an earlier moment than the cards. Never cards first.
 *
 * @param origin which memory of the board this is: another one after a restart that may have lost something. A board that cannot
 *     tell always says the same
 * @param version of the allocation on the board; empty when there is none
 * @param allocation the allocation itself, when it is not the one that the caller knows
 * @param mayHaveForgotten whether a board without an allocation may have had one and lost it
 */
public record BoardSnapshot(
        String origin,
        Optional<Version> version,
        Optional<Allocation> allocation,
        List<Card> cards,
        boolean mayHaveForgotten) {

    public BoardSnapshot {
        if (allocation.isPresent() && !allocation.map(Allocation::version).equals(version)) {
            throw new IllegalArgumentException("sighting of version " + version + " with the allocation "
                    + allocation.get().version());
        }
        cards = List.copyOf(cards);
    }
}
