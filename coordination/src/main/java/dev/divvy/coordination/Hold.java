package dev.divvy.coordination;

import dev.divvy.allocation.Incarnation;

/**
 * Work in flight on one piece. While a hold is open the piece is not handed over before the grace time ends; closing it ends the work. A
 * process can be paused between a check here and its effect, so effects must be fenced: in the database of the board by calling
 * {@link #released()} inside the completing transaction, elsewhere by sending the {@link #fence()} along. Thread-safe.
 */
public interface Hold extends AutoCloseable {

    /**
     * Returns the unit's name, or the token's number. After a split the same number is another range of hashes, so fence external resources
     * by their key or range.
     */
    String piece();

    /** Returns the incarnation that gained the piece. A member that was ejected and joined again has another one. */
    Incarnation incarnation();

    Fence fence();

    /** Whether the work should end soon, because the piece was lost or the lease is about to end. */
    boolean stopping();

    /** Whether this holding was released, so that its effects must be refused. */
    boolean released();

    /** Whether the work may continue: the holding was not released and the lease is running. */
    boolean valid();

    /**
     * Checks that the work may continue.
     *
     * @throws HoldingLostException if the piece is no longer held
     */
    void check();

    /** Ends the work. Closing twice has no further effect. */
    @Override
    void close();
}
