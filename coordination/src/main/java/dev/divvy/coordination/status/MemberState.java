package dev.divvy.coordination.status;

/** The state of a member, as shown to people. */
public enum MemberState {
    /** Must hold nothing: by its settings, by an operator, for an exclusive job, or because it makes no progress. */
    SUSPENDED,
    /** Owns pieces that it may not start on yet, or waits for its share. */
    WAITING,
    /** Holds everything it owns. */
    RUNNING,
    /** Gives everything away and leaves. */
    LEAVING,
    /** In the roster but no longer on the board; its pieces are about to be assigned to other members. */
    GONE
}
