package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Assigns pieces to members that have a claim to them: the member keeps a copy, or owned the piece before. */
final class ClaimedPieces {

    private ClaimedPieces() {}

    /** Moves pieces from members with a surplus back to members in need that owned them before. */
    static void reclaim(AllocationRequest request, StickyState state) {
        NavigableMap<String, Integer> takers = takers(request, state);
        if (takers.isEmpty()) {
            return;
        }
        for (int giver : state.givers()) {
            MemberPieces pieces = state.member(giver);
            Runs kept = pieces.kept();
            for (int run = 0; run < kept.size() && pieces.surplus() > 0; run++) {
                reclaim(kept.first(run), kept.last(run), giver, takers, request, state);
            }
        }
    }

    private static void reclaim(
            int first,
            int last,
            int giver,
            NavigableMap<String, Integer> takers,
            AllocationRequest request,
            StickyState state) {
        Tenures tenures = request.previous().orElseThrow().holders().tenures();
        for (int piece = first, end; piece <= last; piece = end + 1) {
            end = tenures.sharedUntil(piece, last);
            int taker = formerOwner(takers, tenures.of(piece));
            int count = taker == Division.NO_MEMBER
                    ? 0
                    : Math.min(
                            state.member(giver).surplus(), state.member(taker).need());
            if (count > 0) {
                int until = Math.min(end, piece + count - 1);
                state.giveUp(giver, piece, until);
                state.assign(taker, piece, until);
            }
        }
    }

    /** Assigns free pieces to members in need that keep a copy of them. */
    static void toCopyHolders(AllocationRequest request, StickyState state) {
        Copies copies =
                request.previous().map(previous -> previous.holders().copies()).orElse(Copies.NONE);
        if (copies.depth() == 0) {
            return;
        }
        int[] survivors = request.survivors();
        for (int piece = state.nextFree(0); piece >= 0; piece = state.nextFree(piece + 1)) {
            for (int level = 0; level < copies.depth(); level++) {
                int holder = copies.holder(piece, level);
                int taker = holder == Division.NO_MEMBER ? Division.NO_MEMBER : survivors[holder];
                if (taker != Division.NO_MEMBER && state.member(taker).need() > 0) {
                    state.assign(taker, piece, piece);
                    break;
                }
            }
        }
    }

    /** Returns free pieces to members in need that were their last owners: unowned pieces always, a leaver's pieces by policy. */
    static void returnFree(AllocationRequest request, StickyState state, Sticky.Policy policy) {
        if (request.previous().isEmpty() || state.nextFree(0) < 0) {
            return;
        }
        Allocation previous = request.previous().get();
        if (policy == Sticky.Policy.RUNS && previous.division().unowned().isEmpty()) {
            return;
        }
        NavigableMap<String, Integer> takers = takers(request, state);
        returnFree(takers, state, previous, previous.division().unowned());
        if (policy == Sticky.Policy.FORMER_OWNER) {
            for (int member = 0; member < previous.roster().size(); member++) {
                int now = request.currentIndex(member);
                if (now < 0 || request.roster().get(now).weight() == 0) {
                    returnFree(takers, state, previous, previous.division().of(member));
                }
            }
        }
    }

    private static void returnFree(
            NavigableMap<String, Integer> takers, StickyState state, Allocation previous, Runs runs) {
        Tenures tenures = previous.holders().tenures();
        for (int run = 0; run < runs.size(); run++) {
            int piece = state.nextFree(runs.first(run));
            while (piece >= 0 && piece <= runs.last(run)) {
                int end = tenures.sharedUntil(piece, Math.min(state.freeUntil(piece), runs.last(run)));
                int taker = formerOwner(takers, tenures.of(piece));
                if (taker != Division.NO_MEMBER && state.member(taker).need() > 0) {
                    state.assign(
                            taker,
                            piece,
                            Math.min(end, piece + state.member(taker).need() - 1));
                }
                piece = state.nextFree(end + 1);
            }
        }
    }

    /** Returns the members that still need pieces, by id. */
    private static NavigableMap<String, Integer> takers(AllocationRequest request, StickyState state) {
        NavigableMap<String, Integer> takers = new TreeMap<>();
        for (int member : state.takers()) {
            if (state.member(member).need() > 0) {
                takers.put(request.roster().get(member).id(), member);
            }
        }
        return takers;
    }

    private static int formerOwner(NavigableMap<String, Integer> takers, Tenure tenure) {
        return tenure.from()
                .map(incarnation -> takers.getOrDefault(incarnation.member(), Division.NO_MEMBER))
                .orElse(Division.NO_MEMBER);
    }
}
