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

/** One member's connection to a board: it can answer, throw or hang, regardless of the board's behaviour for other members. */
final class FaultyBoard implements PushingBoard {

    private final PushingBoard board;
    final AtomicInteger calls = new AtomicInteger();

    /** Runs before each call; written by the test. */
    private volatile Runnable fault = () -> {};

    /** Runs when its subscription is closed; written by the test. */
    volatile Runnable onUnsubscribe = () -> {};

    FaultyBoard(PushingBoard board) {
        this.board = board;
    }

    void recover() {
        fault = () -> {};
    }

    void fail() {
        failWith(() -> new BoardUnavailableException("the cable was cut"));
    }

    void failWith(Supplier<? extends Throwable> what) {
        fault = () -> FaultyBoard.<RuntimeException>raise(what.get());
    }

    /** Every call waits until the latch opens, or until it is interrupted. */
    void hang(CountDownLatch until) {
        fault = () -> {
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new BoardUnavailableException("interrupted", e);
            }
        };
    }

    /** Every call waits until the latch opens, even if it is interrupted. */
    void hangUninterruptibly(CountDownLatch until) {
        fault = () -> {
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

    private Board called() {
        calls.incrementAndGet();
        fault.run();
        return board;
    }

    @Override
    public Admission join(Card card) {
        return called().join(card);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        return called().pulse(card, known);
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        return called().publish(publisher, basis, next);
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        return called().remove(incarnation, beat);
    }

    @Override
    public BoardSnapshot look() {
        return called().look();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        Subscription hints = board.onChange(changed);
        return () -> {
            hints.close();
            onUnsubscribe.run();
        };
    }
}
