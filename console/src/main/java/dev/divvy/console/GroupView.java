package dev.divvy.console;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A group as its JSON shows it.
 *
 * @param epoch null before the first allocation
 * @param calm whether every piece that is owned is held, and none is being handed over
 * @param held the tokens that this member holds
 * @param leaseMillis how long this member may still hold them without a reply of the board; 0 when it may not
 * @param problem why the board does not reply, or does not admit this member; null when neither is the case
 */
public record GroupView(
        String group,
        @Nullable Long epoch,
        boolean calm,
        int held,
        long leaseMillis,
        @Nullable String problem,
        List<Member> members,
        List<Handover> handovers) {

    /**
     * A member of the group.
     *
     * @param state suspended, waiting, running, leaving or gone
     * @param tokens the number of tokens that the allocation assigns to it
     */
    public record Member(String name, String state, String address, int tokens) {

        private static Member of(MemberStatus member) {
            return new Member(
                    member.id(),
                    member.state().name().toLowerCase(Locale.ROOT),
                    member.address(),
                    member.pieces().count());
        }
    }

    /**
     * Tokens that are being handed over to another member.
     *
     * @param to the new owner; null if there is none
     */
    public record Handover(int tokens, @Nullable String to) {

        private static Handover of(GroupStatus.Handover handover) {
            return new Handover(handover.pieces().count(), handover.to().orElse(null));
        }
    }

    public GroupView {
        members = List.copyOf(members);
        handovers = List.copyOf(handovers);
    }

    public static GroupView of(GroupStatus status) {
        return new GroupView(
                status.group(),
                status.version().map(Version::epoch).orElse(null),
                status.calm(),
                status.self().held(),
                status.self().lease().toMillis(),
                status.self().problem().orElse(null),
                status.members().stream().map(Member::of).toList(),
                status.handovers().stream().map(Handover::of).toList());
    }

    /** Returns the number of members that are not gone. */
    public static long living(GroupStatus status) {
        return status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .count();
    }

    /** Returns whether the member whose status this is has joined and has a valid lease. */
    public static Readiness readiness(GroupStatus status) {
        return status.self()
                .problem()
                .map(Readiness::notReady)
                .orElseGet(() -> status.self().lease().isZero()
                        ? Readiness.notReady("has no valid lease: it has not joined yet, or the board has not answered"
                                + " for too long")
                        : Readiness.ready("holds " + status.self().held() + " tokens"));
    }
}
