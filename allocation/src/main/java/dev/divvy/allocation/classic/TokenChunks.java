package dev.divvy.allocation.classic;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chunks of tokens that are cut and handed on. Every member has a list of pieces.
 *
 * <ul>
 *   <li>At the start each member gets a contiguous chunk. Chunks differ by at most one piece.
 *   <li>On a leave the leaver's list is cut evenly and the chunks are appended to the lists of the others.
 *   <li>On a join each member keeps the first floor(T/(n+1)) pieces of its list and the joiner takes the rest of each.
 * </ul>
 *
 * Several changes at once are applied one by one in the order of ids, leaves first. When no member stays, the pieces are divided as at the
 * start. Pieces without an owner, such as new units, are split like a leaver's list before the joins. A list is not stored: it is derived
 * from the epochs since which its pieces are owned. Pieces of the same epoch are ordered by number, which can change which pieces move
 * later, never how many. T counts the pieces that are not pinned.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC. Not BALANCED: it drifts. A leaver with fewer pieces than there are other members gives one piece
 * each to the first members by id; a joiner takes every surplus, which can be many times its share (with more members than pieces it takes
 * all), and members with few pieces are never filled up. Weights above 0 all count alike. Not MINIMAL: the pieces that a joiner takes
 * beyond its share need not have moved. Not COMPACT: chunks become smaller with every change.
 *
 * <p>Cost: O(pieces + members * changes), and at most O(pieces) more per change.
 */
public final class TokenChunks implements Allocator {

    private record Stretch(long since, int first, int last) {}

    @Override
    public String name() {
        return "token-chunks";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] owners = request.emptyOwners();
        NavigableSet<String> now = eligible(request.roster());
        if (!now.isEmpty()) {
            lists(request, now).forEach((member, pieces) -> {
                int index = request.roster().indexOf(member);
                for (int piece : pieces) {
                    owners[piece] = index;
                }
            });
        }
        return request.toDivision(owners);
    }

    private static PieceLists lists(AllocationRequest request, NavigableSet<String> now) {
        NavigableSet<String> before = request.previous()
                .map(previous -> eligible(previous.directives().applyTo(previous.roster())))
                .orElseGet(TreeSet::new);
        PieceLists lists = new PieceLists();
        if (Collections.disjoint(before, now)) {
            now.forEach(lists::putEmpty);
            lists.appendChunks(request.unpinned().pieces());
            return lists;
        }
        BitSet unowned = request.unpinned().bits();
        for (String member : before) {
            int[] pieces = previousList(request, member);
            for (int piece : pieces) {
                unowned.clear(piece);
            }
            lists.put(member, pieces);
        }
        before.stream().filter(member -> !now.contains(member)).forEach(lists::leave);
        lists.appendChunks(unowned.stream().toArray());
        now.stream()
                .filter(member -> !before.contains(member))
                .forEach(member -> lists.join(member, request.unpinned().count()));
        return lists;
    }

    private static NavigableSet<String> eligible(Roster weighed) {
        NavigableSet<String> ids = new TreeSet<>();
        for (Member member : weighed.members()) {
            if (member.weight() > 0) {
                ids.add(member.id());
            }
        }
        return ids;
    }

    /** Returns the unpinned pieces of a member in the order in which it got them. */
    private static int[] previousList(AllocationRequest request, String member) {
        Allocation previous = request.previous().orElseThrow();
        Tenures tenures = previous.holders().tenures();
        Runs runs = previous.piecesOf(member).and(request.unpinned());
        List<Stretch> stretches = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            for (int first = runs.first(run), last; first <= runs.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, runs.last(run));
                stretches.add(new Stretch(tenures.of(first).since(), first, last));
            }
        }
        stretches.sort(Comparator.comparingLong(Stretch::since).thenComparingInt(Stretch::first));
        int[] pieces = new int[runs.count()];
        int size = 0;
        for (Stretch stretch : stretches) {
            for (int piece = stretch.first; piece <= stretch.last; piece++) {
                pieces[size++] = piece;
            }
        }
        return pieces;
    }
}
