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

/**
 * A board as one node sees it. While it hides acknowledgements, the node does not see that others release anything, so it gains nothing.
 * Everything else goes on.
 */
public final class AckHidingBoard implements PushingBoard {

    private final PushingBoard board;

    /** Written by the test. */
    private volatile boolean hiding;

    AckHidingBoard(PushingBoard board) {
        this.board = board;
    }

    public void hideAcknowledgements() {
        hiding = true;
    }

    public void showAcknowledgements() {
        hiding = false;
    }

    @Override
    public Admission join(Card card) {
        return board.join(card);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        return board.pulse(card, known).map(seen -> hiding ? withoutAcknowledgements(seen, card.incarnation()) : seen);
    }

    private static BoardSnapshot withoutAcknowledgements(BoardSnapshot seen, Incarnation self) {
        return new BoardSnapshot(
                seen.origin(),
                seen.version(),
                seen.allocation(),
                seen.cards().stream()
                        .map(card -> card.incarnation().equals(self) ? card : card.withAcknowledged(0))
                        .toList(),
                seen.mayHaveForgotten());
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
