package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** What a member asks of its board. One at a time; each is numbered, so that a late answer is known as late. */
public sealed interface BoardRequest {

    /** Counts the requests of one process. */
    long number();

    /** The moment before it was sent. */
    long sentAt();

    /** Put my card on the board. */
    record Join(long number, long sentAt, Card card) implements BoardRequest {}

    /** Renew my card and show me the board. */
    record Pulse(long number, long sentAt, Card card, Optional<Version> known) implements BoardRequest {}

    /** Hang up the next allocation. */
    record Publish(long number, long sentAt, Incarnation publisher, Publication publication) implements BoardRequest {}

    /** Take a card off, another's or my own. */
    record Remove(long number, long sentAt, Incarnation life, long beat) implements BoardRequest {}
}
