package dev.divvy.cache.fleet;

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
 * One node's way to a board. While it is drawn the node does not see that others let go of anything: it gains nothing, for as long as a test
 * wants. All else goes on.
 */
public final class Veil implements PushingBoard {

    private final PushingBoard board;

    /** Written by the test. */
    private volatile boolean drawn;

    Veil(PushingBoard board) {
        this.board = board;
    }

    public void draw() {
        drawn = true;
    }

    @Override
    public Admission join(Card card) {
        return board.join(card);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        return board.pulse(card, known).map(seen -> drawn ? veiled(seen, card.life()) : seen);
    }

    private static BoardSnapshot veiled(BoardSnapshot seen, Incarnation me) {
        return new BoardSnapshot(
                seen.origin(),
                seen.version(),
                seen.allocation(),
                seen.cards().stream()
                        .map(card -> card.life().equals(me) ? card : card.withAcknowledged(0))
                        .toList(),
                seen.mayHaveForgotten());
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        return board.publish(publisher, basis, next);
    }

    @Override
    public boolean remove(Incarnation life, long beat) {
        return board.remove(life, beat);
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
