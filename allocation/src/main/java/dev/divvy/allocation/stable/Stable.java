package dev.divvy.allocation.stable;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Set;

/**
 * Without history: the same pieces and members give the same owners on any day, in any process, whatever came before.
 *
 * <ol>
 *   <li>{@link Costs}: each piece has a cost at each member, drawn from a hash of the two. The cheapest member as owner would move
 *       nothing needlessly when members come and go, but loads would scatter as chance has it.
 *   <li>{@link Prices}: so each member gets a price on top of its costs, sought in twelve rounds, that brings its load near its exact
 *       share. Near ties count partly for both members, so that a small change among the members changes all prices a little.
 *   <li>{@link Offers}: no price may go beyond what chance explains, so most pieces have one possible owner from the start and the
 *       rounds look at the contested rest only.
 *   <li>{@link Repair}: each piece goes to the member where cost and price are least, and the few members that then own more or less
 *       than the {@link Quotas} allow exchange single pieces, the least loss first.
 * </ol>
 *
 * All of it is integer arithmetic on frozen hashes ({@link PieceHashes}, {@link FixedLog}).
 *
 * <p>Keeps COMPLETE, DETERMINISTIC and BALANCED (to the piece, for any weights). Not MINIMAL, which without history nobody can be
 * for free names: for a join or a leave, moved over the fewest possible is 1 + c N / sqrt(T) with N members and T pieces, c measured
 * from 0.4 to 0.75 (at T=16384 and equal weights 1.04, 1.13 and 1.53 for N=10, 30 and 100), and a unit that comes or goes moves a few
 * others. Not COMPACT. A pinned piece counts for nobody's share.
 *
 * <p>Cost: time O(pieces * members) where there are more pieces than members (the repair costs more beyond), memory O(pieces +
 * members). Splitting tokens renumbers them, so it moves most.
 */
public final class Stable implements Allocator {

    @Override
    public String name() {
        return "stable";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC, Law.BALANCED);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] owners = request.nobody();
        int[] members = request.eligible();
        if (members.length > 0) {
            int[] open = request.open().pieces();
            int[] chosen = choose(keys(request, open), PieceHashes.of(request, members), weights(request, members));
            for (int i = 0; i < open.length; i++) {
                owners[open[i]] = members[chosen[i]];
            }
        }
        return request.divide(owners);
    }

    /**
     * The owner of each piece, as a place among the members, for pieces and members of these keys.
     *
     * @param members at least one, in the order of their ids: where all else is equal the first wins
     */
    static int[] choose(long[] pieces, long[] members, long[] weights) {
        Costs costs = new Costs(pieces, members, weights);
        Quotas quotas = new Quotas(pieces.length, weights);
        long[] bounds = Prices.bounds(costs.unit(), quotas);
        Offers offers = new Offers(costs, bounds);
        long[] prices = Prices.settle(costs.unit(), quotas, offers, bounds);
        int[] owners = offers.cheapest(prices);
        Repair.repair(costs, prices, quotas, owners);
        return owners;
    }

    private static long[] keys(AllocationRequest request, int[] pieces) {
        long[] keys = new long[pieces.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = request.pieces().key(pieces[i]);
        }
        return keys;
    }

    private static long[] weights(AllocationRequest request, int[] members) {
        long[] weights = new long[members.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = request.roster().get(members[i]).weight();
        }
        return weights;
    }
}
