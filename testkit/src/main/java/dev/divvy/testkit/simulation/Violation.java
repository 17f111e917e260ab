package dev.divvy.testkit.simulation;

/**
 * Every way in which a group can break its promises, checked after every event.
 *
 * <p>Where the board itself forgets, the protocol promises less. Exactly the following is not checked:
 *
 * <ul>
 *   <li>After the board was rolled back to an older record, for one time-to-live: {@link #TWO_HOLDERS}, {@link #EXCLUSIVE_JOB_NOT_ALONE},
 *       {@link #STALE_EFFECT_ACCEPTED} and {@link #VALID_EFFECT_REFUSED}, since leases of the forgotten time are still valid. Epochs of the
 *       forgotten time may be published again, and incarnations that joined in it may join again. An allocation that was made in the
 *       forgotten time and arrives late is published if the board happens to be at the version that it was made from: this counts as
 *       another rollback.
 *   <li>Permanently, internal effects where one of the two gains was in the forgotten time, since the board does not know of it.
 *   <li>External effects whose fences are not ordered, since the board forgot between the two gains and no member that remembered was
 *       present: neither {@link #STALE_EFFECT_ACCEPTED} nor {@link #VALID_EFFECT_REFUSED}.
 *   <li>After a flush, for one time-to-live, the refusal of an internal effect of a member whose card was flushed with it.
 * </ul>
 *
 * All else holds after a flush, too: no member gains a piece before the old leases have ended.
 */
public enum Violation {
    /** Two incarnations hold one piece, or are releasing it, at the same instant, each within its own lease on its own clock. */
    TWO_HOLDERS,
    /** An incarnation gained a piece that it had not yet released: its old work and its new work on it could overlap. */
    GAINED_WHILE_RELEASING,
    /**
     * An internal effect was accepted after another incarnation gained the piece, or an external one after the work of a newer holder
     * began.
     */
    STALE_EFFECT_ACCEPTED,
    /** An effect of the only holder, within its lease, was refused. */
    VALID_EFFECT_REFUSED,
    /** The board's epoch, or a member's knowledge of it, decreased although the board forgot nothing. */
    EPOCH_DECREASED,
    /** Two allocations were published under one version. */
    EPOCH_PUBLISHED_TWICE,
    /** A published allocation breaks a law of its allocator, or does not follow from the one before. */
    INVALID_ALLOCATION,
    /** A published allocation moves more pieces than necessary. */
    MOVED_MORE_THAN_NEEDED,
    /** A piece was gained after the end of the lease that the board's replies allow. */
    GAINED_AFTER_DEADLINE,
    /** A piece was gained within a time-to-live after the process learned that the board had lost its memory. */
    GAINED_IN_QUIET_PERIOD,
    /** An incarnation joined the board that had been on it before. */
    INCARNATION_RETURNED,
    /** An exclusive job runs within its lease while a member holds a piece, or while another job runs. */
    EXCLUSIVE_JOB_NOT_ALONE,
    /** Long after the last fault, a piece is not held by any member. */
    UNOWNED_TOO_LONG,
    /** Long after the last fault, a member is not on the board, still waits, or has not left. */
    WAITING_TOO_LONG,
    /** A member asks to be woken at once although it has nothing to do. */
    NEEDLESS_WAKEUP,
    /** The code under test threw an exception. */
    UNEXPECTED_EXCEPTION,
    /** The user's handler reported a violation or threw another exception. */
    HANDLER_FAILED
}
