package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** An event of one member. Events are handled in the order in which they occur. */
public sealed interface MemberEvent {

    /** A card with the same id is on the board, perhaps of an earlier process. The member waits for it to go. */
    record Occupied(Card by) implements MemberEvent {}

    /** The process with the same id is alive: its beat advances. */
    record IdTaken(Card by) implements MemberEvent {}

    /** The member does not fit the group, for this reason. It never joins, or leaves if it has joined. */
    record Refused(String reason) implements MemberEvent {}

    /** The member joined the board. */
    record Joined(Incarnation incarnation) implements MemberEvent {}

    /** The member's incarnation was ejected; it joins again as a new one. */
    record Ejected(Incarnation incarnation) implements MemberEvent {}

    /** Work on these pieces may begin. */
    record Gained(Allocation basis, Runs pieces) implements MemberEvent {}

    /** These pieces must be released: no new work begins, and work in flight has the grace time to finish. */
    record Lost(PendingRelease release) implements MemberEvent {}

    /** A release completed, because the work ended or because the grace time did. */
    record Released(PendingRelease release, boolean inTime) implements MemberEvent {}

    /** These pieces, and all pieces being released, were dropped at once: work in flight on them is void. */
    record Dropped(Optional<Allocation> basis, Runs pieces) implements MemberEvent {}

    /** The board lost data; the member gains nothing for a time-to-live. */
    record BoardForgot(String detail) implements MemberEvent {}

    /** The member adopted a new allocation. */
    record Adopted(Allocation allocation) implements MemberEvent {}

    /** This member's exclusive job may run: every member has released its pieces. */
    record ExclusiveGranted(Allocation basis) implements MemberEvent {}

    /** This member's exclusive job may no longer run. */
    record ExclusiveRevoked() implements MemberEvent {}

    /** A requested change was published, or was refused for this reason. */
    record Answered(OperatorRequest request, Optional<String> refusal) implements MemberEvent {}

    /** The member left gracefully and removed its card. */
    record Left(Incarnation incarnation) implements MemberEvent {}

    /** This member ejected another one whose beat did not change for a time-to-live. */
    record Removed(Incarnation incarnation) implements MemberEvent {}
}
