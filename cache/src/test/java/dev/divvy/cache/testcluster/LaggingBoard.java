package dev.divvy.cache.testcluster;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import java.util.Optional;

/** A board as one node sees it. While it lags, the node sees the cards as they are, and no newer allocation. */
public final class LaggingBoard implements PushingBoard {

    private final PushingBoard board;

    /** The version that the node saw last. */
    private volatile Optional<Version> seen = Optional.empty();

    /** Written by the test. */
    private volatile boolean lags;

    LaggingBoard(PushingBoard board) {
        this.board = board;
    }

    public void lag() {
        lags = true;
    }

    public void catchUp() {
        lags = false;
    }

    @Override
    public Admission join(Card card) {
        return board.join(card);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        Optional<BoardSnapshot> now = board.pulse(card, known);
        if (lags && seen.isPresent()) {
            return now.map(snapshot -> new BoardSnapshot(
                    snapshot.origin(), seen, Optional.empty(), snapshot.cards(), snapshot.mayHaveForgotten()));
        }
        seen = now.flatMap(BoardSnapshot::version);
        return now;
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        return board.publish(publisher, basis, next);
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        return board.remove(incarnation, beat);
    }

    @Override
    public BoardSnapshot look() {
        return board.look();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return board.onChange(changed);
    }
}
