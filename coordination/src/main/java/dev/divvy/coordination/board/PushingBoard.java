package dev.divvy.coordination.board;

import dev.divvy.coordination.Subscription;

/** A board that tells when something changed, so that nobody waits for a pulse. */
public interface PushingBoard extends Board {

    /**
     * Calls {@code changed} soon after a card came, went, changed its state or acknowledged, and after an allocation was published; not
     * for every beat. It is a hint: it may come late, twice, without reason, or be lost while the board is away. It is called on a
     * thread of the board, returns quickly and never throws.
     *
     * @return ends the calls when it is closed; closing twice does nothing
     */
    Subscription onChange(Runnable changed);
}
