package dev.divvy.coordination.board;

/** What a member says of itself on its card. */
public enum CardState {
    /** It shall hold nothing, by its own configuration or because it makes no progress: it is not eligible. */
    SUSPENDED,
    /** It owns pieces that it may not start yet, or nothing has been divided yet. */
    WAITING,
    /** It holds all that it owns. */
    RUNNING,
    /** It is about to go and gives everything away: it is not eligible. */
    LEAVING;

    /** Whether pieces may be given to a member that says this. */
    public boolean eligible() {
        return this == WAITING || this == RUNNING;
    }
}
