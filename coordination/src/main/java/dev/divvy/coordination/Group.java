package dev.divvy.coordination;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.member.RunningMembership;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A named set of members that divide one set of pieces: what all of them are configured with alike. Tenants that must not share members
 * or pieces are groups of their own, each on its own board (see {@link dev.divvy.coordination.board.Boards}).
 *
 * @param pieces what is divided when the group begins; one that is there already goes on with the pieces it has
 * @param stall how long a member may hold pieces without making progress before it gives them away; empty when nobody watches
 */
public record Group(String name, Pieces pieces, Timing timing, Planner planner, Optional<Duration> stall) {

    public Group {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(pieces, "pieces");
        Objects.requireNonNull(timing, "timing");
        Objects.requireNonNull(planner, "planner");
        NameRules.check("name of a group", name, NameRules.LONGEST);
        stall.ifPresent(limit -> {
            if (limit.compareTo(timing.pulse()) < 0) {
                throw new IllegalArgumentException("stall " + limit + " is below the pulse " + timing.pulse()
                        + ": every member would seem stalled");
            }
        });
    }

    /** A group with the usual times of a server, divided by the sticky allocator. */
    public static Group of(String name, Pieces pieces) {
        return new Group(name, pieces, Timing.SERVER, new Planner(new Sticky(Sticky.Policy.RUNS)), Optional.empty());
    }

    public Group with(Timing next) {
        return new Group(name, pieces, next, planner, stall);
    }

    public Group dividedBy(Allocator allocator) {
        Objects.requireNonNull(allocator, "allocator");
        return new Group(name, pieces, timing, new Planner(allocator, planner.copies()), stall);
    }

    public Group withCopies(int copies) {
        return new Group(name, pieces, timing, new Planner(planner.allocator(), copies), stall);
    }

    /**
     * A member that holds pieces and does not report progress for this long gives them away until it does. After as long again it takes its
     * share on probation, since all members may have stalled alike: for as long as it may hold pieces without progress.
     */
    public Group stalledAfter(Duration limit) {
        return new Group(name, pieces, timing, planner, Optional.of(limit));
    }

    /** Takes part under this id, which no other process may have. Returns at once; joining goes on until it succeeds or is closed. */
    public Membership join(Board board, String id) {
        return join(board, new MemberSettings(Objects.requireNonNull(id, "id")));
    }

    public Membership join(Board board, MemberSettings self) {
        return RunningMembership.start(
                this, Objects.requireNonNull(board, "board"), Objects.requireNonNull(self, "self"));
    }
}
