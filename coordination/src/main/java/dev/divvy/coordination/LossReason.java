package dev.divvy.coordination;

/** Why a member holds pieces no longer. */
public enum LossReason {
    /** They belong to another now, or to nobody: work in flight has the grace time to finish. */
    REVOKED,
    /** The board could not be reached for too long: they are held again if it answers before others took over. */
    LEASE_ENDED,
    /** This member was taken off the board, or the board forgot: others may have begun already. */
    DROPPED,
    /** This member closes. */
    CLOSED
}
