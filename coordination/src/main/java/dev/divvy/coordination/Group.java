package dev.divvy.coordination;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.replication.Replication;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.member.RunningMembership;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The configuration that all members of a group share. A group is a named set of members that divide one set of pieces. Tenants that must
 * not share members or pieces use separate groups, each on its own board (see {@link dev.divvy.coordination.board.Boards}).
 *
 * @param pieces the pieces that a new group divides; an existing group keeps the pieces it has
 * @param stall how long a member may hold pieces without reporting progress before it gives them away; empty if progress is not watched
 * @param fixedPieces whether a member is refused if the existing group divides other pieces; see {@link #withFixedPieces}
 */
public record Group(
        String name, Pieces pieces, Timing timing, Planner planner, Optional<Duration> stall, boolean fixedPieces) {

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

    /** Returns a group with {@link Timing#SERVER} and the sticky allocator. */
    public static Group of(String name, Pieces pieces) {
        return new Group(
                name, pieces, Timing.SERVER, new Planner(new Sticky(Sticky.Policy.RUNS)), Optional.empty(), false);
    }

    public Group with(Timing next) {
        return new Group(name, pieces, next, planner, stall, fixedPieces);
    }

    public Group dividedBy(Allocator allocator) {
        Objects.requireNonNull(allocator, "allocator");
        return new Group(name, pieces, timing, new Planner(allocator, planner.replication()), stall, fixedPieces);
    }

    /**
     * Returns this group for pieces that have data, which the owner and this many other members keep. The allocation then records for each
     * piece the members that keep a copy, and the former ones that were not told to forget the data yet (its heirs).
     */
    public Group replicated(int copies) {
        return withReplication(Replication.of(copies));
    }

    public Group withReplication(Replication replication) {
        return new Group(
                name,
                pieces,
                timing,
                new Planner(planner.allocator(), replication),
                stall,
                fixedPieces || replication.keepsHeirs());
    }

    /**
     * Makes a member whose pieces differ from those of the existing group refuse to join, instead of taking over the group's: for products
     * that compute with their own pieces. A group of pieces with data has fixed pieces.
     */
    public Group withFixedPieces() {
        return new Group(name, pieces, timing, planner, stall, true);
    }

    /**
     * Makes a member that holds pieces and reports no progress for this long give them away until it does. After the same time again it
     * takes its share on probation; without progress it gives the share away again after the limit, and the next probation comes after twice
     * the time, at most eight times the limit. A member that reports {@link Membership#ready} begins no probation before it was ready again,
     * unless no member owns anything, and comes back at once if it was not ready when it stalled.
     */
    public Group stalledAfter(Duration limit) {
        return new Group(name, pieces, timing, planner, Optional.of(limit), fixedPieces);
    }

    /**
     * Joins under this id, which no other process may use. Returns at once and keeps trying to join until that succeeds or the membership
     * is closed. A member that does not fit the group never joins: {@link Membership#await} throws a {@link GroupMismatchException} then.
     */
    public Membership join(Board board, String id) {
        return join(board, new MemberSettings(Objects.requireNonNull(id, "id")));
    }

    public Membership join(Board board, MemberSettings self) {
        self.restriction().ifPresent(only -> checkRestriction(self.id(), only));
        return RunningMembership.start(
                this, Objects.requireNonNull(board, "board"), Objects.requireNonNull(self, "self"));
    }

    private void checkRestriction(String id, Runs only) {
        if (!only.minus(pieces.all()).isEmpty()) {
            throw new IllegalArgumentException("member " + id + " is restricted to the pieces " + only
                    + ", which group " + name + " does not have all: it has " + pieces.count() + " pieces");
        }
        if (!fixedPieces || planner.replication().keepsHeirs()) {
            throw new IllegalArgumentException("member " + id + " of group " + name + " is restricted to some pieces; "
                    + "this needs a group with fixed pieces and without data (Group.withFixedPieces)");
        }
    }
}
