package dev.divvy.allocation.stable;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Set;

/**
 * Exact balance without history: the same pieces and members give the same owners at any time, in any process, whatever came before.
 *
 * <ol>
 *   <li>{@link Costs}: each piece has a cost at each member, drawn from a hash of the two. With the cheapest member as the owner, nothing
 *       would move needlessly when members join and leave, but loads would vary by chance.
 *   <li>{@link Prices}: each member therefore has a price on top of its costs, found in twelve rounds, that brings its load near its exact
 *       share. Near ties count partly for both members, so that a small change among the members changes all prices a little.
 *   <li>{@link Offers}: no price may exceed what chance explains, so most pieces have one possible owner from the start and the rounds
 *       consider only the contested rest.
 *   <li>{@link Repair}: each piece goes to the member with the least sum of cost and price, and the few members that then own more or less
 *       than the {@link Quotas} allow exchange single pieces, the least loss first.
 * </ol>
 *
 * All of it is integer arithmetic on frozen hashes ({@link PieceHashes}, {@link FixedLog}), except for the bounds of the prices: they are
 * doubles with a square root, exact by IEEE 754 and so the same everywhere.
 *
 * <p>Keeps COMPLETE, DETERMINISTIC and BALANCED (to the piece, for any weights). Not MINIMAL, which is impossible without history where
 * members choose their names freely: for a join or a leave, moved pieces divided by the fewest possible are 1 + c N / sqrt(T) with N
 * members and T pieces, c measured from 0.4 to 0.75 (at T=16384 and equal weights 1.04, 1.13 and 1.53 for N=10, 30 and 100), and adding or
 * removing a unit moves a few others. Not COMPACT. A pinned piece counts toward no member's share.
 *
 * <p>Cost: time O(pieces * members) where there are more pieces than members (beyond that the repair costs more), memory O(pieces +
 * members). Splitting tokens renumbers them, so it moves most of them.
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
        int[] owners = request.emptyOwners();
        int[] members = request.eligible();
        if (members.length > 0) {
            int[] unpinned = request.unpinned().pieces();
            int[] chosen = choose(keys(request, unpinned), PieceHashes.of(request, members), weights(request, members));
            for (int i = 0; i < unpinned.length; i++) {
                owners[unpinned[i]] = members[chosen[i]];
            }
        }
        return request.toDivision(owners);
    }

    /**
     * Returns the owner of each piece, as an index among the members, for pieces and members of these keys.
     *
     * @param members at least one, in the order of their ids: the first of equals wins
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
