package dev.divvy.coordination.step;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** Something that happened to one member, to be told to its application in this order. */
public sealed interface Event {

    /** A stranger of the same id is on the board: an earlier process perhaps, which is waited for. */
    record Occupied(Card by) implements Event {}

    /** The stranger of the same id lives: its beat moves. */
    record Taken(Card by) implements Event {}

    /** It is on the board. */
    record Joined(Incarnation life) implements Event {}

    /** Its incarnation was taken off the board; it comes back as another. */
    record Ejected(Incarnation life) implements Event {}

    /** These pieces may be worked on from now on. */
    record Gained(Allocation basis, Runs pieces) implements Event {}

    /** These pieces are to be let go of: nothing new begins, and what is in flight has the grace time. */
    record Lost(Parting parting) implements Event {}

    /** A parting is over, because the work let go or because the grace time is. */
    record Parted(Parting parting, boolean inTime) implements Event {}

    /** These pieces, and all that was being let go of, are gone at once: whatever is in flight on them is void. */
    record Dropped(Optional<Allocation> basis, Runs pieces) implements Event {}

    /** The board lost something; nothing is gained for a time-to-live. */
    record BoardForgot(String what) implements Event {}

    /** The allocation that the group lives by is another one. */
    record Adopted(Allocation allocation) implements Event {}

    /** The exclusive job of this member may run: everybody has let go. */
    record Alone(Allocation basis) implements Event {}

    /** The exclusive job of this member may not run any more. */
    record NotAlone() implements Event {}

    /** A change that was asked for is in force, or cannot be. */
    record Answered(Asked asked, Optional<String> refusal) implements Event {}

    /** It left in good order and is off the board. */
    record Left(Incarnation life) implements Event {}

    /** Another member was taken off because its beat stood still. */
    record Removed(Incarnation life) implements Event {}
}
