package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.memory.MemoryBoard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The contract on a board that a test chooses. Not a test by itself. */
class BrokenBoardContract implements BoardContract {

    /** The board for the next runs. Written by the one test that runs them. */
    static volatile Supplier<PlainBoard> chosen = PlainBoard::new;

    /** The time to wait for hints. Written by the one test that runs them. */
    static volatile Duration hintTimeout = Duration.ofMillis(500);

    private final PlainBoard board = chosen.get();
    private final Boards boards = board instanceof Boards own ? own : MemoryBoard.perGroup();

    @Override
    public Board board() {
        return board;
    }

    @Override
    public Duration hintTimeout() {
        return hintTimeout;
    }

    @Override
    public boolean forget() {
        board.forget();
        return true;
    }

    @Override
    public Optional<Boards> boards() {
        return Optional.of(boards);
    }
}
