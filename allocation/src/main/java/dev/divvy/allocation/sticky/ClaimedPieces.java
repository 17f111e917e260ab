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

/** Pieces that go to a member with a claim to them: it keeps a copy, or it owned them before. */
final class ClaimedPieces {

    private ClaimedPieces() {}

    /** Who must give pieces up gives those that a member in need owned before, to that member. */
    static void reclaim(AllocationRequest request, StickyState table) {
        NavigableMap<String, Integer> needy = needy(request, table);
        if (needy.isEmpty()) {
            return;
        }
        for (int giver : table.givers()) {
            MemberPieces hand = table.hand(giver);
            Runs kept = hand.kept();
            for (int run = 0; run < kept.size() && hand.surplus() > 0; run++) {
                reclaim(kept.first(run), kept.last(run), giver, needy, request, table);
            }
        }
    }

    private static void reclaim(
            int first,
            int last,
            int giver,
            NavigableMap<String, Integer> needy,
            AllocationRequest request,
            StickyState table) {
        Tenures tenures = request.previous().orElseThrow().holders().tenures();
        for (int piece = first, end; piece <= last; piece = end + 1) {
            end = tenures.sharedUntil(piece, last);
            int taker = formerOwner(needy, tenures.of(piece));
            int count = taker == Division.NOBODY
                    ? 0
                    : Math.min(table.hand(giver).surplus(), table.hand(taker).need());
            if (count > 0) {
                int until = Math.min(end, piece + count - 1);
                table.giveUp(giver, piece, until);
                table.deal(taker, piece, until);
            }
        }
    }

    /** Free pieces go to a member in need that keeps a copy of them. */
    static void toCopyHolders(AllocationRequest request, StickyState table) {
        Copies copies =
                request.previous().map(previous -> previous.holders().copies()).orElse(Copies.NONE);
        if (copies.depth() == 0) {
            return;
        }
        for (int piece = table.nextFree(0); piece >= 0; piece = table.nextFree(piece + 1)) {
            for (int level = 0; level < copies.depth(); level++) {
                int holder = copies.holder(piece, level);
                int taker = holder == Division.NOBODY ? Division.NOBODY : request.placeNow(holder);
                if (taker != Division.NOBODY && table.hand(taker).need() > 0) {
                    table.deal(taker, piece, piece);
                    break;
                }
            }
        }
    }

    /** Free pieces go back to a member in need that was their last owner: nobody's always, a leaver's by policy. */
    static void returnFree(AllocationRequest request, StickyState table, Sticky.Policy policy) {
        if (request.previous().isEmpty() || table.nextFree(0) < 0) {
            return;
        }
        Allocation previous = request.previous().get();
        if (policy == Sticky.Policy.RUNS && previous.division().unowned().isEmpty()) {
            return;
        }
        NavigableMap<String, Integer> needy = needy(request, table);
        returnFree(needy, table, previous, previous.division().unowned());
        if (policy == Sticky.Policy.FORMER_OWNER) {
            for (int member = 0; member < previous.roster().size(); member++) {
                int now = request.placeNow(member);
                if (now < 0 || request.roster().get(now).weight() == 0) {
                    returnFree(needy, table, previous, previous.division().of(member));
                }
            }
        }
    }

    private static void returnFree(
            NavigableMap<String, Integer> needy, StickyState table, Allocation previous, Runs runs) {
        Tenures tenures = previous.holders().tenures();
        for (int run = 0; run < runs.size(); run++) {
            int piece = table.nextFree(runs.first(run));
            while (piece >= 0 && piece <= runs.last(run)) {
                int end = tenures.sharedUntil(piece, Math.min(table.freeUntil(piece), runs.last(run)));
                int taker = formerOwner(needy, tenures.of(piece));
                if (taker != Division.NOBODY && table.hand(taker).need() > 0) {
                    table.deal(
                            taker,
                            piece,
                            Math.min(end, piece + table.hand(taker).need() - 1));
                }
                piece = table.nextFree(end + 1);
            }
        }
    }

    /** The members that must still be given pieces, by id. */
    private static NavigableMap<String, Integer> needy(AllocationRequest request, StickyState table) {
        NavigableMap<String, Integer> needy = new TreeMap<>();
        for (int member : table.takers()) {
            if (table.hand(member).need() > 0) {
                needy.put(request.roster().get(member).id(), member);
            }
        }
        return needy;
    }

    private static int formerOwner(NavigableMap<String, Integer> needy, Tenure tenure) {
        return tenure.from()
                .map(life -> needy.getOrDefault(life.member(), Division.NOBODY))
                .orElse(Division.NOBODY);
    }
}
