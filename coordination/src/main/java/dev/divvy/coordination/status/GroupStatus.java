package dev.divvy.coordination.status;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Optional;

/**
 * A group as one of its members sees it, or one who looks at its board: who is there, what is whose, what moves, what happened.
 *
 * @param version lineage and epoch; empty before anything was divided
 * @param pieces what is divided; none when nothing is yet and the one who looks is no member
 * @param suspended whether operators let nobody own anything
 * @param exclusive the member whose exclusive job runs or waits to run
 * @param members by id
 * @param motions what is being handed over
 * @param history the last epochs, oldest first: what moved and why
 */
public record GroupStatus(
        String group,
        Optional<Version> version,
        Pieces pieces,
        boolean suspended,
        Optional<Incarnation> exclusive,
        List<MemberStatus> members,
        List<Motion> motions,
        List<EpochSummary> history,
        Optional<Allocation> allocation,
        SelfStatus self) {

    public GroupStatus {
        members = List.copyOf(members);
        motions = List.copyOf(motions);
        history = List.copyOf(history);
    }

    /**
     * Whether everything owned is held: nothing moves, and everyone on the board runs or is told to hold nothing. Who has not seen the board
     * for a lease cannot say so.
     */
    public boolean calm() {
        return !self.lease().isZero() && settled();
    }

    /** The same as whoever looks at the board can say it: at that moment, by what everyone there says. */
    public boolean settled() {
        return version.isPresent()
                && motions.isEmpty()
                && members.stream()
                        .allMatch(member ->
                                member.state() == MemberState.RUNNING || member.state() == MemberState.SUSPENDED);
    }

    /**
     * Pieces on their way from one member to another.
     *
     * @param to the new owner; empty when there is none
     * @param waitingFor the former owners that have not let go yet
     */
    public record Motion(Runs pieces, Optional<String> to, List<Releaser> waitingFor) {

        public Motion {
            waitingFor = List.copyOf(waitingFor);
        }
    }
}
