package dev.divvy.coordination;

/** The reason why a member no longer holds pieces. */
public enum LossReason {
    /** The pieces belong to another member, or to none. Work in flight has the grace time to finish. */
    REVOKED,
    /** The board did not answer before the lease ended. The pieces are held again if it answers before other members take over. */
    LEASE_ENDED,
    /** This member was ejected, or the board lost data. Other members may already work on the pieces. */
    DROPPED,
    /** This member is closing. */
    CLOSED
}
