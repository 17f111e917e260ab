package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;

/** The board under test and its properties. Everything but {@link #board} has a default. */
@Timeout(300)
public interface BoardFixture {

    /**
     * Returns the board of this test, empty at first; every call within one test must refer to the same cards and allocation. JUnit creates
     * an instance of the class per test, so a field initialized with the instance is a fresh board.
     */
    Board board();

    /** Returns the same board as another process would reach it: over its own connection, if there are connections. */
    default Board anotherHandle() {
        return board();
    }

    /** The time limit for all racing requests together. */
    default Duration timeout() {
        return Duration.ofSeconds(30);
    }

    /** The time within which the board must hint at a change. */
    default Duration hintTimeout() {
        return Duration.ofSeconds(10);
    }

    /** The number of racing requests; fewer for a slow server. */
    default int racers() {
        return 100;
    }

    /** Whether an empty board says that it may have lost an allocation. */
    default boolean mayHaveForgotten() {
        return false;
    }

    /**
     * Makes the board lose all its data, as a flush or a restart would.
     *
     * @return whether this is possible; if not, the test is skipped
     */
    default boolean forget() {
        return false;
    }

    /** Returns the store that keeps a board per group; empty when there is none, and the tests of groups are skipped. */
    default Optional<Boards> boards() {
        return Optional.empty();
    }
}
