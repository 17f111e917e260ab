package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;

/** The board of a test, and what differs from board to board. Everything but {@link #board} has an answer already. */
@Timeout(300)
public interface BoardFixture {

    /**
     * The board of this test, empty at first; every call in one test leads to the same cards and allocation. JUnit makes an instance of
     * the class for each test, so a field made with the instance is a fresh board.
     */
    Board board();

    /** The same board as another process would reach it: over a connection of its own, where there are connections. */
    default Board another() {
        return board();
    }

    /** How long racing requests may take together. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** How long the board may take to hint at a change. */
    default Duration soon() {
        return Duration.ofSeconds(10);
    }

    /** How many requests race; fewer for a server that is slow. */
    default int racers() {
        return 100;
    }

    /** What an empty board says of itself: whether it may have had an allocation and lost it. */
    default boolean mayHaveForgotten() {
        return false;
    }

    /**
     * Makes the board lose all that it knows, as a flush or a restart would.
     *
     * @return whether it can be made to; if not, that duty is skipped
     */
    default boolean forget() {
        return false;
    }

    /** The store that keeps a board for each group; empty when there is none, and the duties of groups are skipped. */
    default Optional<Boards> boards() {
        return Optional.empty();
    }
}
