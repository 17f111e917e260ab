package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.List;
import java.util.Optional;

/** The reads of one pulse, at two moments: the allocation, and after it the cards. */
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
        record().ifPresent(current -> allocation = Optional.of(current.snapshot(known)));
    }

    final void readCards() {
        record().ifPresent(current ->
                cards = Optional.of(List.copyOf(current.cards().values())));
    }

    /**
     * Returns the board's record, if the board is available and has the origin with which the pulse began: otherwise the reader's
     * connection is lost.
     */
    private Optional<BoardRecord> record() {
        return board.isDown() || !board.record().origin().equals(origin)
                ? Optional.empty()
                : Optional.of(board.record());
    }

    Optional<BoardSnapshot> snapshot() {
        return allocation.flatMap(seen -> cards.map(
                all -> new BoardSnapshot(origin, seen.version(), seen.allocation(), all, seen.mayHaveForgotten())));
    }
}
