package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.List;
import java.util.Optional;

/** What one pulse reads, in two moments: the allocation, and after it the cards. */
class PulseRead {

    private final SimulatedBoard board;
    private final Optional<Version> known;
    private final String origin;
    private Optional<BoardSnapshot> allocation = Optional.empty();
    private Optional<List<Card>> cards = Optional.empty();

    PulseRead(SimulatedBoard board, Optional<Version> known) {
        this.board = board;
        this.known = known;
        this.origin = board.record().origin();
    }

    void first() {
        readAllocation();
    }

    void second() {
        readCards();
    }

    final void readAllocation() {
        here().ifPresent(record -> allocation = Optional.of(record.sighting(known)));
    }

    final void readCards() {
        here().ifPresent(
                        record -> cards = Optional.of(List.copyOf(record.cards().values())));
    }

    /** The board, if it is there and still has the memory in which this began: whoever reads loses its connection otherwise. */
    private Optional<BoardRecord> here() {
        return board.isAway() || !board.record().origin().equals(origin)
                ? Optional.empty()
                : Optional.of(board.record());
    }

    Optional<BoardSnapshot> sighting() {
        return allocation.flatMap(seen -> cards.map(
                all -> new BoardSnapshot(origin, seen.version(), seen.allocation(), all, seen.mayHaveForgotten())));
    }
}
