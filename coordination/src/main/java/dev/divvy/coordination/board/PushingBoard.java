package dev.divvy.coordination.board;

import dev.divvy.coordination.Subscription;

/** A board that notifies members of changes, so that they need not wait for their next pulse. */
public interface PushingBoard extends Board {

    /**
     * Calls {@code changed} soon after a card was added, removed, changed its state, or acknowledged or settled an epoch, and after an allocation was
     * published; not for every beat. Each call is a hint: it may come late, twice or without a change, and may be lost while the board is
     * unavailable. {@code changed} runs on a thread of the board, must return quickly and must not throw.
     *
     * @return a subscription that ends the calls when it is closed; closing twice has no further effect
     */
    Subscription onChange(Runnable changed);
}
