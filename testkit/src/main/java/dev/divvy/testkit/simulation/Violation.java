package dev.divvy.testkit.simulation;

/**
 * Every way in which a group can break its promises, judged after every event.
 *
 * <p>Where the board itself forgets, the protocol promises less, and exactly this is not judged:
 *
 * <ul>
 *   <li>After the board was set back to an older record, for one time-to-live: {@link #TWO_HOLDERS}, {@link #NOT_ALONE}, {@link
 *       #STALE_EFFECT_ACCEPTED} and {@link #GOOD_EFFECT_REFUSED}, as leases of the forgotten time run on. Epochs of the forgotten time
 *       may be minted again, and incarnations that came in it may come again. An allocation that was made in the forgotten time and
 *       arrives late is hung up if the board happens to be at the version that it was made from: this counts as being set back once
 *       more.
 *   <li>For good, inner effects where one of the two gains was in the forgotten time, as the board knows nothing of it.
 *   <li>Outward effects whose fences do not tell their order, as the board forgot between the two gains and nobody who remembered was
 *       there: neither {@link #STALE_EFFECT_ACCEPTED} nor {@link #GOOD_EFFECT_REFUSED}.
 *   <li>After a flush the inner effect of a member whose card was flushed with it may be refused for one time-to-live.
 * </ul>
 *
 * All else holds after a flush, too: nobody gains before the old leases have ended.
 */
public enum Violation {
    /** Two lives hold one piece, or are letting go of it, at the same instant, each within its own lease on its own clock. */
    TWO_HOLDERS,
    /** A life gained a piece that it had not yet let go of: its old work and its new work on it could meet. */
    GAINED_WHILE_LETTING_GO,
    /**
     * An inner effect was accepted after another life gained the piece, or an outward one after the work of a newer holder began.
     */
    STALE_EFFECT_ACCEPTED,
    /** The one holder, within its lease, was refused. */
    GOOD_EFFECT_REFUSED,
    /** The board's epoch, or what a member knows of it, went back although the board forgot nothing. */
    EPOCH_WENT_BACK,
    /** Two allocations were hung up under one version. */
    EPOCH_MINTED_TWICE,
    /** A published allocation breaks a law of its allocator, or does not follow from the one before. */
    ALLOCATION_FAULT,
    /** A published allocation moves more pieces than it must. */
    MOVED_MORE_THAN_NEEDED,
    /** A piece was gained when the lease that the board's answers allow had ended. */
    GAINED_AFTER_DEADLINE,
    /** A piece was gained within a time-to-live after the process heard that the board has another memory. */
    GAINED_WHILE_QUIET,
    /** An incarnation was put on the board that had been there before. */
    INCARNATION_RETURNED,
    /** An exclusive job runs within its lease while somebody holds a piece, or while another one runs. */
    NOT_ALONE,
    /**
     * What belongs to a piece, in a {@link Scenario#givenAhead}, was not there when the piece was gained, but with another one on the board, or
     * it went with one that left in good order. It may be lost with one that crashes, is taken off the board, or does not get rid of it within
     * the grace time. Who gains for a tenure that is over already finds nothing. Not judged any more once the board forgot.
     */
    LEFT_BEHIND,
    /** All was calm for long enough, and a piece is held by nobody. */
    UNOWNED_TOO_LONG,
    /** All was calm for long enough, and a member is not on the board, waits, or has not gone. */
    WAITING_TOO_LONG,
    /** A member wants to be woken at once although there is nothing for it to do. */
    RESTLESS,
    /** The code under test threw. */
    BROKE_DOWN,
    /** The user's handler said so, or threw. */
    HANDLER_COMPLAINED
}
