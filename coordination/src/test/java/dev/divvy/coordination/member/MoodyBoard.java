package dev.divvy.coordination.member;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** One member's way to a board: it can answer, throw, or hang, whatever the board itself does for the others. */
final class MoodyBoard implements PushingBoard {

    private final PushingBoard board;
    final AtomicInteger calls = new AtomicInteger();

    /** Written by the test. */
    private volatile Runnable mood = () -> {};

    /** What happens when its hints are taken back; written by the test. */
    volatile Runnable parting = () -> {};

    MoodyBoard(PushingBoard board) {
        this.board = board;
    }

    void answers() {
        mood = () -> {};
    }

    void isAway() {
        dies(() -> new BoardUnavailableException("the cable was cut"));
    }

    void dies(Supplier<? extends Throwable> what) {
        mood = () -> MoodyBoard.<RuntimeException>raise(what.get());
    }

    /** Every call waits until the latch opens, or until it is interrupted. */
    void hangs(CountDownLatch until) {
        mood = () -> {
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new BoardUnavailableException("interrupted", e);
            }
        };
    }

    /** Every call waits until the latch opens, whoever interrupts it. */
    void hangsHard(CountDownLatch until) {
        mood = () -> {
            for (boolean open = false; !open; ) {
                try {
                    until.await();
                    open = true;
                } catch (InterruptedException e) {
                    open = until.getCount() == 0;
                }
            }
        };
    }

    @SuppressWarnings("unchecked") // the compiler must not know what is thrown
    private static <E extends Throwable> void raise(Throwable what) throws E {
        throw (E) what;
    }

    private Board asked() {
        calls.incrementAndGet();
        mood.run();
        return board;
    }

    @Override
    public Admission join(Card card) {
        return asked().join(card);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        return asked().pulse(card, known);
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        return asked().publish(publisher, basis, next);
    }

    @Override
    public boolean remove(Incarnation life, long beat) {
        return asked().remove(life, beat);
    }

    @Override
    public BoardSnapshot look() {
        return asked().look();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        Subscription hints = board.onChange(changed);
        return () -> {
            hints.close();
            parting.run();
        };
    }
}
