package dev.divvy.console.view;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberState;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A group as its JSON shows it.
 *
 * @param divides {@code tokens} or {@code units}; null before the first allocation, like the next two
 * @param pieces the number of tokens or units
 * @param calm whether every piece that is owned is held, and none is being handed over
 * @param suspended whether operators let no member own anything
 * @param drained the members that operators drained, including those that are not present
 * @param problem why the board does not reply, or does not admit the reporting member; null when neither is the case
 * @param self the reporting member; null when an observer reports
 */
public record GroupView(
        String group,
        @Nullable String divides,
        @Nullable Integer pieces,
        @Nullable Long epoch,
        boolean calm,
        boolean suspended,
        List<String> drained,
        List<Pin> pins,
        @Nullable String problem,
        @Nullable Self self,
        List<Member> members,
        List<Handover> handovers) {

    /**
     * The member that reports.
     *
     * @param held the number of pieces that it holds
     * @param releasing the number of pieces that it lost and has not released yet
     * @param leaseMillis how long it may still hold them without a reply of the board; 0 when it may not
     */
    public record Self(String name, int held, int releasing, long leaseMillis) {}

    /**
     * A member of the group.
     *
     * @param state suspended, waiting, running, leaving or gone
     * @param pieces the number of pieces that the allocation assigns to it
     * @param weight the size of its share relative to the others
     * @param beatMillis the time since its heartbeat was last seen to change; null when that is not known
     * @param timeToLiveMillis how long its heartbeat may stay the same before the others eject it; null when that is not known
     * @param silent whether its heartbeat has stayed the same for its time-to-live, or for 10 s
     */
    public record Member(
            String name,
            String state,
            String address,
            @Nullable String zone,
            int weight,
            int pieces,
            @Nullable Long beatMillis,
            @Nullable Long timeToLiveMillis,
            boolean silent) {

        private static final long LONGEST_SILENCE = 10_000;

        private static Member of(MemberStatus member) {
            Long beat = member.beatAge().map(Duration::toMillis).orElse(null);
            Long limit = member.timeToLive().map(Duration::toMillis).orElse(null);
            return new Member(
                    member.id(),
                    member.state().name().toLowerCase(Locale.ROOT),
                    member.address(),
                    member.zone().orElse(null),
                    member.weight(),
                    member.pieces().count(),
                    beat,
                    limit,
                    beat != null && beat >= (limit == null ? LONGEST_SILENCE : Math.min(limit, LONGEST_SILENCE)));
        }
    }

    /** A piece, and the member that it belongs to while that member is present. */
    public record Pin(String piece, String member) {}

    /**
     * Pieces that are being handed over to another member.
     *
     * @param pieces their number
     * @param to the new owner; null if there is none
     * @param waitingFor the members that have not released them yet
     */
    public record Handover(int pieces, @Nullable String to, List<String> waitingFor) {

        public Handover {
            waitingFor = List.copyOf(waitingFor);
        }

        private static Handover of(GroupStatus.Handover handover) {
            return new Handover(
                    handover.pieces().count(),
                    handover.to().orElse(null),
                    handover.waitingFor().stream()
                            .map(Releaser::incarnation)
                            .map(Incarnation::member)
                            .distinct()
                            .toList());
        }
    }

    public GroupView {
        drained = List.copyOf(drained);
        pins = List.copyOf(pins);
        members = List.copyOf(members);
        handovers = List.copyOf(handovers);
    }

    public static GroupView of(GroupStatus status) {
        return of(status, status.self().id().isEmpty() ? status.boardCalm() : status.calm());
    }

    /**
     * Returns the view of a group.
     *
     * @param calm whether the group is calm, by the judgement of an observer that has watched it for a while
     */
    public static GroupView of(GroupStatus status, boolean calm) {
        boolean divided = status.version().isPresent();
        Directives directives = status.allocation().map(Allocation::directives).orElse(Directives.NONE);
        return new GroupView(
                status.group(),
                divided ? status.pieces() instanceof Tokens ? "tokens" : "units" : null,
                divided ? status.pieces().count() : null,
                status.version().map(Version::epoch).orElse(null),
                calm,
                status.suspended(),
                directives.weights().entrySet().stream()
                        .filter(weight -> Objects.equals(weight.getValue(), 0))
                        .map(Map.Entry::getKey)
                        .toList(),
                directives.pins().entrySet().stream()
                        .map(pin -> new Pin(pin.getKey(), pin.getValue()))
                        .toList(),
                status.self().problem().orElse(null),
                self(status.self()),
                status.members().stream().map(Member::of).toList(),
                status.handovers().stream().map(Handover::of).toList());
    }

    private static @Nullable Self self(SelfStatus self) {
        return self.id().isEmpty()
                ? null
                : new Self(
                        self.id(), self.held(), self.releasing(), self.lease().toMillis());
    }

    /** Returns the number of members that are not gone. */
    public static long living(GroupStatus status) {
        return status.members().stream()
                .filter(member -> member.state() != MemberState.GONE)
                .count();
    }
}
