package dev.divvy.coordination;

/** Work on a piece may not complete: the piece was let go of, or the lease ended. Leave the work; the next owner does it again. */
public final class HoldingLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Names the piece, since when it was held, and why it is held no longer. */
    public HoldingLostException(String piece, Fence fence, String why) {
        super("piece " + piece + ", held since " + fence + ", is held no longer: " + why);
    }
}
