package dev.divvy.coordination.status;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Explanation;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The state of a group as seen by one of its members, or by an observer that reads its board: members, ownership, handovers and history.
 *
 * @param version lineage and epoch; empty before the first allocation
 * @param pieces the pieces that the group divides; empty if there is no allocation yet and the observer is not a member
 * @param suspended whether an operator suspended the group
 * @param exclusive the member whose exclusive job is running or waiting to run
 * @param members the members, sorted by id
 * @param handovers the pieces that are being handed over
 * @param history the last epochs, oldest first, with the number of moves and their causes
 */
public record GroupStatus(
        String group,
        Optional<Version> version,
        Pieces pieces,
        boolean suspended,
        Optional<Incarnation> exclusive,
        List<MemberStatus> members,
        List<Handover> handovers,
        List<EpochSummary> history,
        Optional<Allocation> allocation,
        SelfStatus self) {

    public GroupStatus {
        members = List.copyOf(members);
        handovers = List.copyOf(handovers);
        history = List.copyOf(history);
    }

    /**
     * Whether everything owned is held: no handover is under way, and every member is running or suspended. Always false on a member whose
     * lease has ended, because it does not know the board's present state.
     */
    public boolean calm() {
        return !self.lease().isZero() && boardCalm();
    }

    /** Whether the board's content is calm, regardless of the reporting member's lease. For observers, which have no lease. */
    public boolean boardCalm() {
        return version.isPresent()
                && handovers.isEmpty()
                && members.stream()
                        .allMatch(member ->
                                member.state() == MemberState.RUNNING || member.state() == MemberState.SUSPENDED);
    }

    /**
     * Returns why a piece is at its owner. Unlike the allocation, which names all former owners that had not released it when the allocation
     * was made, this names only those that have not released it yet.
     *
     * @throws NoSuchElementException if there is no allocation
     */
    public Explanation why(int piece) {
        List<Releaser> waitingFor = handovers.stream()
                .filter(handover -> handover.pieces().contains(piece))
                .flatMap(handover -> handover.waitingFor().stream())
                .toList();
        return Explanation.why(allocation.orElseThrow(), piece).withWaitingFor(waitingFor);
    }

    /**
     * Returns the pieces without an owner while the group is not at rest and has members that may own pieces: all of them are restricted to
     * others.
     */
    public Runs uncovered() {
        return allocation.map(GroupStatus::uncovered).orElse(Runs.NONE);
    }

    /** Returns the pieces that no member of an allocation may own, although some own others. */
    public static Runs uncovered(Allocation allocation) {
        Runs unowned = allocation.division().unowned();
        return unowned.count() < allocation.pieces().count() ? unowned : Runs.NONE;
    }

    /** Returns this status with each member replaced. */
    public GroupStatus withMembers(UnaryOperator<MemberStatus> change) {
        return new GroupStatus(
                group,
                version,
                pieces,
                suspended,
                exclusive,
                members.stream().map(change).toList(),
                handovers,
                history,
                allocation,
                self);
    }

    /**
     * Pieces that are being handed over to one new owner.
     *
     * @param to the new owner; empty if there is none
     * @param waitingFor the former owners that have not released the pieces yet
     */
    public record Handover(Runs pieces, Optional<String> to, List<Releaser> waitingFor) {

        public Handover {
            waitingFor = List.copyOf(waitingFor);
        }
    }
}
