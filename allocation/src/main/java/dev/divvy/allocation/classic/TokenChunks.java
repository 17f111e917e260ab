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
 * Seed 000's rule for tokens, with its faults mended. Every member has a list of pieces.
 *
 * <ul>
 *   <li>At the start each gets a contiguous chunk. The seed made all chunks floor(T/n) long and lost the remainder; here the chunks
 *       are cut as the seed cuts a leaver's list, the later ones one piece longer, so that none is lost.
 *   <li>On a leave the leaver's list is cut evenly and the chunks are appended to the lists of the others.
 *   <li>On a join everybody keeps the first floor(T/(n+1)) of its list and the joiner takes the rest of each.
 * </ul>
 *
 * The seed ignores several changes at once; here they come one by one in the order of ids, the leaves first. When nobody stays, it
 * is a start. Pieces that nobody owned, such as new units, are shared like a leaver's before the joins. A list is remembered as the
 * epochs since which its pieces are owned; pieces that came at the same epoch are in the order of their numbers, which can change
 * which pieces move later, never how many. T counts the pieces that are not pinned.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC. Not BALANCED: it drifts. A leaver with fewer pieces than there are others gives them all to
 * the first by id; a joiner collects every surplus, which can be many times its share (with more members than pieces it is all
 * there is), and nobody ever fills up those who have little. Weights above 0 all count alike. Not MINIMAL: what a joiner collects
 * beyond its share need not have moved. Not COMPACT: chunks are cut ever smaller.
 *
 * <p>Cost: O(pieces + members * changes), and at most pieces more for each change.
 */
public final class TokenChunks implements Allocator {

    private record Stretch(long since, int first, int last) {}

    @Override
    public String name() {
        return "apothik";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] owners = request.nobody();
        NavigableSet<String> now = eligible(request.roster());
        if (!now.isEmpty()) {
            lists(request, now).forEach((member, pieces) -> {
                int index = request.roster().indexOf(member);
                for (int piece : pieces) {
                    owners[piece] = index;
                }
            });
        }
        return request.divide(owners);
    }

    private static PieceLists lists(AllocationRequest request, NavigableSet<String> now) {
        NavigableSet<String> before = request.previous()
                .map(previous -> eligible(previous.directives().applyTo(previous.roster())))
                .orElseGet(TreeSet::new);
        PieceLists lists = new PieceLists();
        if (Collections.disjoint(before, now)) {
            now.forEach(lists::putEmpty);
            lists.share(request.open().pieces());
            return lists;
        }
        BitSet nobodys = request.open().bits();
        for (String member : before) {
            int[] pieces = listBefore(request, member);
            for (int piece : pieces) {
                nobodys.clear(piece);
            }
            lists.put(member, pieces);
        }
        before.stream().filter(member -> !now.contains(member)).forEach(lists::leave);
        lists.share(nobodys.stream().toArray());
        now.stream()
                .filter(member -> !before.contains(member))
                .forEach(member -> lists.join(member, request.open().count()));
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

    /** The unpinned pieces of a member in the order in which it got them. */
    private static int[] listBefore(AllocationRequest request, String member) {
        Allocation previous = request.previous().orElseThrow();
        Tenures tenures = previous.holders().tenures();
        Runs runs = previous.piecesOf(member).and(request.open());
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
