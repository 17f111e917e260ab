package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** Something that happened to one member, to be told to its application in this order. */
public sealed interface MemberEvent {

    /** A stranger of the same id is on the board: an earlier process perhaps, which is waited for. */
    record Occupied(Card by) implements MemberEvent {}

    /** The stranger of the same id lives: its beat moves. */
    record Taken(Card by) implements MemberEvent {}

    /** It is on the board. */
    record Joined(Incarnation life) implements MemberEvent {}

    /** Its incarnation was taken off the board; it comes back as another. */
    record Ejected(Incarnation life) implements MemberEvent {}

    /** These pieces may be worked on from now on. */
    record Gained(Allocation basis, Runs pieces) implements MemberEvent {}

    /** These pieces are to be let go of: nothing new begins, and what is in flight has the grace time. */
    record Lost(PendingRelease parting) implements MemberEvent {}

    /** A parting is over, because the work let go or because the grace time is. */
    record Parted(PendingRelease parting, boolean inTime) implements MemberEvent {}

    /** These pieces, and all that was being let go of, are gone at once: whatever is in flight on them is void. */
    record Dropped(Optional<Allocation> basis, Runs pieces) implements MemberEvent {}

    /** The board lost something; nothing is gained for a time-to-live. */
    record BoardForgot(String what) implements MemberEvent {}

    /** The allocation that the group lives by is another one. */
    record Adopted(Allocation allocation) implements MemberEvent {}

    /** The exclusive job of this member may run: everybody has let go. */
    record Alone(Allocation basis) implements MemberEvent {}

    /** The exclusive job of this member may not run any more. */
    record NotAlone() implements MemberEvent {}

    /** A change that was asked for is in force, or cannot be. */
    record Answered(OperatorRequest asked, Optional<String> refusal) implements MemberEvent {}

    /** It left in good order and is off the board. */
    record Left(Incarnation life) implements MemberEvent {}

    /** Another member was taken off because its beat stood still. */
    record Removed(Incarnation life) implements MemberEvent {}
}
