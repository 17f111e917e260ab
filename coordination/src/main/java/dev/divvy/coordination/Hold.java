package dev.divvy.coordination;

import dev.divvy.allocation.Incarnation;

/**
 * Work in flight on one piece. While it is open the piece is not handed over before the grace time ends; closing it says that the work has
 * let go. A process can be stopped between a check here and its effect, so effects must be fenced: in the database of the board by
 * {@link #released()} inside the completing transaction, elsewhere by showing the {@link #fence()}. Safe for use by several threads.
 */
public interface Hold extends AutoCloseable {

    /**
     * The unit's name, or the token's number. After tokens were split a number means another range of hashes: what is fenced outside is to be
     * fenced by its key or range, not by the number of its token.
     */
    String piece();

    /** The incarnation that gained the piece. A member that was taken off the board and joined again has another one. */
    Incarnation life();

    Fence fence();

    /** Whether the work should end soon: the piece was lost, or the lease will end if the board does not answer. */
    boolean stopping();

    /** Whether this very holding was let go of: its effects must be refused from now on. */
    boolean released();

    /** Whether the work may go on: not released, and the lease runs. */
    boolean valid();

    /**
     * Refuses to go on when the piece is held no longer.
     *
     * @throws HoldingLostException when it is not
     */
    void check();

    /** Says that the work has let go. Closing twice does nothing. */
    @Override
    void close();
}
