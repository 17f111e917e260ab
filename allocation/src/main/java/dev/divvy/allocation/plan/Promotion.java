package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the pieces of owners that are gone to members that have their data. Laws, in ranked order:
 *
 * <ol>
 *   <li>A piece whose owner is gone, and that is not pinned, goes to a member that keeps a copy of it, if one may own pieces; otherwise to
 *       an heir, if one may and heirs may still have data: they have forgotten it when all owners said that the previous epoch is
 *       settled. These pieces are promoted.
 *   <li>Of several it goes to the one with the smallest load for its weight.
 *   <li>An epoch that promotes a piece moves nothing for balance: a piece stays if its owner does. The allocator divides only the pieces
 *       that are left. Balance is restored by a later epoch, when every owner has settled.
 * </ol>
 *
 * An owner is gone when its incarnation is neither on the board nor in the roster. A member that leaves is on the board until its data is
 * elsewhere, and one that restarted has lost its data.
 */
final class Promotion {

    private final AllocationRequest request;
    private final Allocation previous;
    private final Roster roster;
    private final int[] survivors;
    private final boolean heirsHaveData;
    private final int[] load;
    private final List<List<Integer>> promoted = new ArrayList<>();

    private Promotion(AllocationRequest request, Allocation previous, int[] survivors, boolean heirsHaveData) {
        this.request = request;
        this.previous = previous;
        this.roster = request.roster();
        this.survivors = survivors;
        this.heirsHaveData = heirsHaveData;
        this.load = new int[roster.size()];
        roster.members().forEach(member -> promoted.add(new ArrayList<>()));
    }

    /** Returns the request with the promoted pieces at their next owners, and then all others at theirs; the same if no piece is promoted. */
    static AllocationRequest apply(AllocationRequest request, Acknowledgements acknowledgements) {
        if (request.previous().isEmpty()) {
            return request;
        }
        Allocation previous = request.previous().get();
        int[] survivors = request.survivors();
        boolean heirsHaveData = acknowledgements.settledByAll() < previous.epoch();
        Promotion promotion = new Promotion(request, previous, survivors, heirsHaveData);
        Runs orphans = Runs.NONE;
        for (int member = 0; member < survivors.length; member++) {
            Runs pieces = previous.division().of(member).and(request.unpinned());
            if (survivors[member] >= 0) {
                promotion.load[survivors[member]] = pieces.count();
            } else if (!acknowledgements.present(previous.roster().get(member).incarnation())) {
                orphans = orphans.plus(pieces);
            }
        }
        orphans.forEach(promotion::promote);
        return promotion.fixed();
    }

    private void promote(int piece) {
        int next = Division.NO_MEMBER;
        Copies copies = previous.holders().copies();
        for (int level = 0; level < copies.depth(); level++) {
            int holder = copies.holder(piece, level);
            next = holder == Division.NO_MEMBER ? next : better(next, survivors[holder]);
        }
        if (next == Division.NO_MEMBER && heirsHaveData) {
            for (Incarnation heir : previous.heirsOf(piece)) {
                next = better(next, request.indexOf(heir));
            }
        }
        if (next != Division.NO_MEMBER) {
            load[next]++;
            promoted.get(next).add(piece);
        }
    }

    /** Returns the candidate if it may own pieces and has a smaller load than the best one so far. */
    private int better(int best, int candidate) {
        if (candidate < 0 || roster.get(candidate).weight() == 0) {
            return best;
        }
        if (best == Division.NO_MEMBER) {
            return candidate;
        }
        Member member = roster.get(candidate);
        long candidateLoad = (long) load[candidate] * roster.get(best).weight();
        long bestLoad = (long) load[best] * member.weight();
        return candidateLoad < bestLoad || (candidateLoad == bestLoad && candidate < best) ? candidate : best;
    }

    private AllocationRequest fixed() {
        Runs all = Runs.NONE;
        List<Runs> fixed = new ArrayList<>(roster.size());
        for (int member = 0; member < roster.size(); member++) {
            Runs gained = Runs.ofPieces(
                    promoted.get(member).stream().mapToInt(Integer::intValue).toArray());
            all = all.plus(gained);
            fixed.add(gained);
        }
        if (all.isEmpty()) {
            return request;
        }
        for (int member = 0; member < survivors.length; member++) {
            int now = survivors[member];
            if (now >= 0 && roster.get(now).weight() > 0) {
                fixed.set(
                        now, fixed.get(now).plus(previous.division().of(member).and(request.unpinned())));
            }
        }
        return request.fixing(fixed, all);
    }
}
