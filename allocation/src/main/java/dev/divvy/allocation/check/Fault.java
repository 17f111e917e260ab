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
    /** A copy is at the owner, twice at one member, or at a member that may hold nothing. */
    COPY_MISPLACED,
    /** There are fewer copies than requested although there are members to keep them. */
    COPY_MISSING,
    /** Owner and copies of a piece are in fewer zones than they could be. */
    COPY_IN_SAME_ZONE,
    /**
     * Copies could be more even over the members, or those of one owner's pieces more evenly spread over the others, without a move of copies
     * that are not settled. So an epoch after a change may leave copies uneven without this fault.
     */
    COPY_UNEVEN,
    /**
     * More copies moved to other members than zones, evenness and spread needed; or copies of a piece that was not settled moved although
     * zones did not need it, and be it for evenness.
     */
    COPY_MOVED_NEEDLESSLY,
    /** The lineage changed although this is not the beginning of a new one. */
    LINEAGE_CHANGED,
    /** The epoch did not increase by one. */
    EPOCH_NOT_NEXT,
    /** More pieces moved than balance needed. */
    MOVED_MORE_THAN_NEEDED,
    /** The owner stayed, in the same incarnation, but its tenure changed. */
    TENURE_INTERRUPTED,
    /** The owner or its incarnation changed, but no new tenure began. */
    TENURE_NOT_RENEWED,
    /** A tenure does not name the previous owner. */
    FORMER_OWNER_WRONG,
    /** An incarnation that lost the piece and has not released it is missing from the releasers. */
    RELEASER_MISSING,
    /** A releaser has released the piece already, is gone, or never had it. */
    RELEASER_UNNEEDED,
    /** A piece whose owner is gone went to a member without its data, although one that keeps a copy, or an heir, may own it. */
    PROMOTION_MISSED,
    /** An incarnation on the board that may still have the piece's data is not listed: neither owner nor copy nor heir. */
    HEIR_MISSING,
    /** An heir is gone, owns the piece, keeps a copy, has forgotten its data, or never had it. */
    HEIR_UNNEEDED
}
