package dev.divvy.coordination.status;

/** How a member stands, for people. */
public enum MemberState {
    /** Told to hold nothing: by its configuration, by an operator, for an exclusive job, or as it makes no progress. */
    SUSPENDED,
    /** Owns pieces that it may not start yet, or waits for its share. */
    WAITING,
    /** Holds all that it owns. */
    RUNNING,
    /** Gives everything away and goes. */
    LEAVING,
    /** In the roster but not on the board any more: its pieces are about to be given to others. */
    GONE
}
