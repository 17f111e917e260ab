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
 * The default: a function of the previous allocation and the roster that keeps all five laws, for any number of joins, leaves and
 * weight changes at once.
 *
 * <ol>
 *   <li>{@link Shares} says how many pieces each member is due, so chosen that the most pieces can stay.
 *   <li>Who holds more than that gives the surplus up; leavers, drained members and new pieces add to what is free.
 *   <li>What is free goes to those who hold less.
 * </ol>
 *
 * Nothing else moves, so the moves are the fewest that balance allows. <em>Which</em> pieces are given up, and who gets which, costs
 * nothing and is the {@link Policy}: pieces go first to a member that keeps a copy of them, then (by policy) to their former owner,
 * then so that runs stay few.
 *
 * <p>Cost: O(members log members + runs + moved), plus one bit a piece.
 */
public final class Sticky implements Allocator {

    /** What to prefer among allocations that move equally few pieces. */
    public enum Policy {
        /** Few contiguous runs a member. */
        RUNS,
        /** A member that comes back gets its old pieces again, unless their owners of now restarted meanwhile; then few runs. */
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
            Runs runs = eligible ? request.before(member).and(request.open()) : Runs.NONE;
            before.add(runs);
            held[member] = runs.count();
        }
        Shares shares = Shares.of(request.open().count(), roster, held);
        StickyState table = new StickyState(request, before, shares);
        if (policy == Policy.FORMER_OWNER) {
            ClaimedPieces.reclaim(request, table);
        }
        SurplusSelection.giveUpSurplus(table);
        ClaimedPieces.toCopyHolders(request, table);
        ClaimedPieces.returnFree(request, table, policy);
        FreePieceDistribution.dealFree(table);
        List<Runs> owned = table.runs();
        for (int member = 0; member < owned.size() && request.pins(); member++) {
            owned.set(member, owned.get(member).plus(request.pinned(member)));
        }
        return Division.of(request.pieces().count(), owned);
    }
}
