package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.Shares;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The default allocator: a function of the previous allocation and the roster that keeps all five laws, for any number of joins, leaves and
 * weight changes at once.
 *
 * <ol>
 *   <li>{@link Shares} computes the number of pieces that each member is due, so that the most pieces can stay.
 *   <li>A member that holds more gives up its surplus; the pieces of leavers and drained members and new pieces are free as well.
 *   <li>Free pieces go to members that hold less than they are due.
 * </ol>
 *
 * Nothing else moves, so the moves are the fewest that balance allows. <em>Which</em> pieces are given up, and which member takes them, is
 * left to the {@link Policy}: pieces go first to a member that keeps a copy of them, then (by policy) to their former owner, then so that
 * runs stay few.
 *
 * <p>Cost: O(members log members + runs + moved), plus one bit per piece.
 */
public final class Sticky implements Allocator {

    /** The preference among allocations that move equally few pieces. */
    public enum Policy {
        /** Few contiguous runs per member. */
        RUNS,
        /** A member that comes back gets its former pieces again, unless their current owners restarted in the meantime; then few runs. */
        FORMER_OWNER
    }

    private final Policy policy;

    public Sticky(Policy policy) {
        this.policy = policy;
    }

    @Override
    public String name() {
        return policy == Policy.RUNS ? "sticky" : "sticky-former";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC, Law.BALANCED, Law.MINIMAL, Law.COMPACT);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        Roster roster = request.roster();
        List<Runs> before = new ArrayList<>(roster.size());
        int[] held = new int[roster.size()];
        for (int member = 0; member < roster.size(); member++) {
            boolean eligible = roster.get(member).weight() > 0;
            Runs runs = eligible ? request.ownedBefore(member).and(request.unpinned()) : Runs.NONE;
            before.add(runs);
            held[member] = runs.count();
        }
        Shares shares = Shares.of(request.unpinned().count(), roster, held);
        StickyState state = new StickyState(request, before, shares);
        if (policy == Policy.FORMER_OWNER) {
            ClaimedPieces.reclaim(request, state);
        }
        SurplusSelection.giveUpSurplus(state);
        ClaimedPieces.toCopyHolders(request, state);
        ClaimedPieces.returnFree(request, state, policy);
        FreePieceDistribution.distribute(state);
        List<Runs> owned = state.runs();
        for (int member = 0; member < owned.size() && request.hasPins(); member++) {
            owned.set(member, owned.get(member).plus(request.pinned(member)));
        }
        return Division.of(request.pieces().count(), owned);
    }
}
