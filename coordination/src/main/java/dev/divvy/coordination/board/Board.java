package dev.divvy.coordination.board;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Timing;
import java.util.Optional;

/**
 * The coordination store of one group: it keeps one card per member and the current allocation. A board decides nothing: it compares and
 * sets. All decisions are made by the members.
 *
 * <p>Obligations of every implementation, in ranked order:
 *
 * <ol>
 *   <li>Each method is atomic, except that a pulse may write the card, read the allocation and read the cards in three steps, in this
 *       order, or read both as of one moment after it began, while it writes the card.
 *   <li>A confirmed write is durable and visible to every caller from then on, as far as the board keeps data at all.
 *   <li>An incarnation is added once and removed once, and never comes back, however late a request arrives. A board therefore remembers
 *       the highest incarnation of every member id.
 *   <li>No clock of the board decides anything.
 *   <li>A method may block, but returns or throws within the configured timeout (see {@link Timing#timeout()}). After a
 *       {@link BoardUnavailableException} it is unknown whether the request was carried out, or still will be.
 *   <li>Any thread may call any method. Requests may be repeated: a late request does not undo a later one.
 * </ol>
 *
 * <p>A board that can notify its members of changes is a {@link PushingBoard}.
 */
public interface Board {

    /**
     * Adds the card of a new incarnation; never updates a card. Refused while a card with this member id is on the board, and if the
     * incarnation is not above every earlier incarnation of this id.
     */
    Admission join(Card card);

    /**
     * Replaces a card if the given beat is higher than the stored one; a late pulse changes nothing. The acknowledged epoch and the settled
     * epoch never decrease. One that is above the board's own epoch is ignored: it dates from data that the board has lost.
     *
     * @param known the version that the caller knows; the allocation is returned only if the board's version differs
     * @return the board after the pulse, or empty if no card of this incarnation is on it, because the caller was ejected
     */
    Optional<BoardSnapshot> pulse(Card card, Optional<Version> known);

    /**
     * Publishes the next allocation, if the current one has the version {@code basis} and the publisher's card is on the board.
     *
     * @param basis the version that the next allocation was made from; empty if there was none
     * @return whether the allocation was published
     */
    boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next);

    /**
     * Removes a card, if its beat is still this one.
     *
     * @return whether the board has no card of this incarnation now
     */
    boolean remove(Incarnation incarnation, long beat);

    /**
     * Returns the board's content to a caller without a card, such as an operator's command. Changes nothing, creates nothing and notifies
     * no member. The snapshot is the one that a pulse at the same moment would return, and always includes the allocation if there is one.
     * A board that no member has ever joined is empty, and its origin has no meaning.
     *
     * @throws BoardUnavailableException also if the board's storage was never created
     */
    BoardSnapshot look();
}
