package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** A member's request to its board. One is outstanding at a time; each is numbered, so that a late reply is recognized. */
public sealed interface BoardRequest {

    /** Returns the request's number in this process. */
    long number();

    /** Returns the moment before the request was sent. */
    long sentAt();

    /** Reads the board before the member has a card, to find whether it fits the group. */
    record Look(long number, long sentAt) implements BoardRequest {}

    /** Adds the member's card to the board. */
    record Join(long number, long sentAt, Card card) implements BoardRequest {}

    /** Renews the member's card and reads the board. */
    record Pulse(long number, long sentAt, Card card, Optional<Version> known) implements BoardRequest {}

    /** Publishes the next allocation. */
    record Publish(long number, long sentAt, Incarnation publisher, Publication publication) implements BoardRequest {}

    /** Removes a card: the member's own, or that of a member to be ejected. */
    record Remove(long number, long sentAt, Incarnation incarnation, long beat) implements BoardRequest {}
}
