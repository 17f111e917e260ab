package dev.divvy.allocation.check;

/** Every way in which an allocation, or the step from one to the next, can be wrong. */
public enum Fault {
    /** A piece has no owner although a member may own it. */
    PIECE_WITHOUT_OWNER,
    /** A member of weight 0 owns a piece. */
    OWNER_NOT_ELIGIBLE,
    /** A piece is not where an operator pinned it. */
    PIN_IGNORED,
    /** A member owns neither floor nor ceil of its share of the unpinned pieces. */
    UNBALANCED,
    /** A copy lies with the owner, twice with one member, or with a member that may hold nothing. */
    COPY_MISPLACED,
    /** Fewer copies than asked for although there are members to keep them. */
    COPY_MISSING,
    /** Owner and copies of a piece are in fewer zones than they could be. */
    COPY_IN_SAME_ZONE,
    /** Another lineage without a new beginning. */
    LINEAGE_CHANGED,
    /** The epoch did not grow by one. */
    EPOCH_NOT_NEXT,
    /** More pieces moved than balance needed. */
    MOVED_MORE_THAN_NEEDED,
    /** The owner stayed, in the same incarnation, but its tenure did not. */
    TENURE_CUT,
    /** The owner or its incarnation changed, but the tenure did not begin anew. */
    TENURE_NOT_RENEWED,
    /** A tenure does not name the last owner before it. */
    FORMER_OWNER_WRONG,
    /** One who lost the piece and has not let go of it is not waited for. */
    RELEASER_FORGOTTEN,
    /** Somebody is waited for who has let go, is gone, or never had the piece. */
    RELEASER_NEEDLESS
}
