package dev.divvy.coordination;

/**
 * Thrown when work on a piece may not complete, because the piece was released or the lease ended. Abandon the work; the next owner does it
 * again.
 */
public final class PieceLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception that names the piece.
     *
     * @param fence the fence under which the piece was held
     */
    public PieceLostException(String piece, Fence fence, String reason) {
        super("piece " + piece + ", held since " + fence + ", is no longer held: " + reason);
    }
}
