package dev.divvy.coordination.board;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Optional;

/**
 * The board's content as read by a pulse or a look: allocation and cards of one moment, or an allocation read before the cards. Cards are
 * never read first.
 *
 * @param origin identifies the board's data; changes after a restart that may have lost some. Constant if the board cannot detect that
 * @param version the version of the allocation on the board; empty if there is none
 * @param allocation the allocation itself, if the caller does not know it
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
            throw new IllegalArgumentException("snapshot of version " + version + " with the allocation "
                    + allocation.get().version());
        }
        cards = List.copyOf(cards);
    }
}
