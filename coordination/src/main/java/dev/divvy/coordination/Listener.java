package dev.divvy.coordination;

/**
 * Receives gained and lost pieces, in order, on one thread of its membership. Exceptions that it throws are logged and otherwise ignored.
 * While it runs the pulse continues, but other listeners and the start of tasks wait. Closing its subscription does not wait: calls that
 * are already queued may still be made.
 */
public interface Listener {

    /** Called when work on these pieces may begin. A listener that is added later first receives all pieces that are held. */
    default void gained(HeldPieces portion) {}

    /**
     * Called when these pieces are lost. If the reason is {@link LossReason#REVOKED} the next owner waits until this returns, at most the
     * grace time: end the work on the pieces, then return.
     */
    default void lost(HeldPieces portion, LossReason reason) {}
}
