package dev.divvy.coordination.board;

/** The state that a member publishes on its card. */
public enum CardState {
    /** The member must hold nothing, by its own settings or because it makes no progress. It is not eligible. */
    SUSPENDED,
    /** The member owns pieces that it may not start on yet, or there is no allocation for it yet. */
    WAITING,
    /** The member holds everything it owns. */
    RUNNING,
    /** The member is leaving and gives everything away. It is not eligible. */
    LEAVING;

    /** Whether pieces may be assigned to a member in this state. */
    public boolean eligible() {
        return this == WAITING || this == RUNNING;
    }
}
