package dev.divvy.coordination.board;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Timing;
import java.util.Optional;

/**
 * Where the members of one group meet: each posts its own card, and the current allocation hangs there for all. A board is dumb: it
 * keeps cards and one allocation, and compares before it changes. All decisions are the members'.
 *
 * <p>What every implementation owes, in this order:
 *
 * <ol>
 *   <li>Each method is atomic, save that a pulse may write the card, read the allocation and read the cards in three steps, in this
 *       order.
 *   <li>What was answered is durable: it is there for everyone from then on, as far as the board can remember at all.
 *   <li>An incarnation is put on the board once and taken off once, and never comes back, however late a request arrives. A board
 *       therefore remembers for every member id the highest incarnation that it ever had.
 *   <li>No clock of the board decides anything.
 *   <li>A method may block, but answers or throws within the time that the board was told (see {@link Timing#patience()}). A
 *       {@link BoardUnavailableException} means that nobody knows whether the request was carried out, or still will be.
 *   <li>Any thread may call any method. Requests may be repeated: a late one changes nothing that a later one did.
 * </ol>
 *
 * <p>A board that can tell its members of changes is a {@link PushingBoard}.
 */
public interface Board {

    /**
     * Puts a card of a new incarnation on the board: insert only. Refused while a card of that member id is there, and when the
     * incarnation is not above every one that this id had before.
     */
    Admission join(Card card);

    /**
     * Renews a card: all that it says becomes what is given, if the beat given is higher than the one there; a late pulse changes
     * nothing at all. The acknowledged epoch never goes back, and one above the board's own epoch is not taken: it was of a time that
     * the board does not remember.
     *
     * @param known what the caller knows; the allocation is answered only if the board's is another
     * @return what is on the board after that, or empty if no card of this very incarnation is there: the caller was ejected
     */
    Optional<BoardSnapshot> pulse(Card card, Optional<Version> known);

    /**
     * Hangs up the next allocation, if the board's is the one that it was made from and the publisher's card is on the board.
     *
     * @param basis the version that it was made from; empty when there was none
     * @return whether it hangs there now
     */
    boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next);

    /**
     * Takes a card off, if its beat is still this one.
     *
     * @return whether no card of this incarnation is on the board any more
     */
    boolean remove(Incarnation life, long beat);

    /**
     * What is on the board, for whoever has no card there: operators and their commands. Nobody joins, no card is renewed, nothing is
     * made that is not there yet, and nobody is told. It shows what a pulse would show of the same moment, and always with the allocation,
     * when there is one. A board on which nobody has ever been looks empty, and its origin means nothing then.
     *
     * @throws BoardUnavailableException also when what the board is kept in was never made
     */
    BoardSnapshot look();
}
