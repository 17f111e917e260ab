package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Who gets which free pieces, so that runs stay few: first neighbours grow into them, then the largest need takes the best-fitting run. */
final class FreePieceDistribution {

    private FreePieceDistribution() {}

    static void dealFree(StickyState table) {
        if (table.nextFree(0) < 0) {
            return;
        }
        for (int member : table.takers()) {
            if (table.hand(member).need() > 0) {
                grow(table, member);
            }
        }
        dealByFit(table);
    }

    private static void grow(StickyState table, int member) {
        MemberPieces hand = table.hand(member);
        Runs runs = hand.runs();
        for (int run = 0; run < runs.size() && hand.need() > 0; run++) {
            int left = runs.first(run) - 1;
            if (table.isFree(left)) {
                table.deal(member, Math.max(table.freeFrom(left), left - hand.need() + 1), left);
            }
            int right = runs.last(run) + 1;
            if (hand.need() > 0 && table.isFree(right)) {
                table.deal(member, right, Math.min(table.freeUntil(right), right + hand.need() - 1));
            }
        }
    }

    /** The neediest first; each from the run that was cut last while it suffices, else from the shortest that does, else the longest. */
    private static void dealByFit(StickyState table) {
        NavigableSet<Long> bySize = freeRuns(table);
        long run = 0;
        for (int member : byNeed(table)) {
            for (int need; (need = table.hand(member).need()) > 0; ) {
                if (length(run) < need) {
                    Long fits = bySize.ceiling((long) need << 32);
                    long better = fits != null ? fits : bySize.isEmpty() ? 0 : bySize.last();
                    if (better > run) {
                        bySize.remove(better);
                        if (run > 0) {
                            bySize.add(run);
                        }
                        run = better;
                    }
                }
                int first = (int) run;
                int last = first + (int) length(run) - 1;
                int end = Math.min(last, first + need - 1);
                table.deal(member, first, end);
                run = end < last ? entry(end + 1, last) : 0;
            }
        }
    }

    private static NavigableSet<Long> freeRuns(StickyState table) {
        NavigableSet<Long> bySize = new TreeSet<>();
        for (int first = table.nextFree(0); first >= 0; ) {
            int last = table.freeUntil(first);
            bySize.add(entry(first, last));
            first = table.nextFree(last + 1);
        }
        return bySize;
    }

    private static int[] byNeed(StickyState table) {
        long[] needs = new long[table.takers().length];
        int count = 0;
        for (int member : table.takers()) {
            int need = table.hand(member).need();
            if (need > 0) {
                needs[count++] = ((long) -need << 32) | member;
            }
        }
        long[] sorted = Arrays.copyOf(needs, count);
        Arrays.sort(sorted);
        return Arrays.stream(sorted).mapToInt(need -> (int) need).toArray();
    }

    private static long length(long run) {
        return run >> 32;
    }

    /** A free run, ordered by its length and then by its first piece. */
    private static long entry(int first, int last) {
        return (long) (last - first + 1) << 32 | first;
    }
}
