package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Assigns free pieces to members in need so that runs stay few: first members extend their runs into neighbouring free pieces, then the
 * largest need takes the best-fitting run.
 */
final class FreePieceDistribution {

    private FreePieceDistribution() {}

    static void distribute(StickyState state) {
        if (state.nextFree(0) < 0) {
            return;
        }
        for (int member : state.takers()) {
            if (state.member(member).need() > 0) {
                grow(state, member);
            }
        }
        assignByFit(state);
    }

    private static void grow(StickyState state, int member) {
        MemberPieces pieces = state.member(member);
        Runs runs = pieces.runs();
        for (int run = 0; run < runs.size() && pieces.need() > 0; run++) {
            int left = runs.first(run) - 1;
            if (state.isFree(left)) {
                state.assign(member, Math.max(state.freeFrom(left), left - pieces.need() + 1), left);
            }
            int right = runs.last(run) + 1;
            if (pieces.need() > 0 && state.isFree(right)) {
                state.assign(member, right, Math.min(state.freeUntil(right), right + pieces.need() - 1));
            }
        }
    }

    /**
     * Assigns by need, the largest first; each from the run that was cut last while it suffices, otherwise from the shortest run that does,
     * otherwise from the longest.
     */
    private static void assignByFit(StickyState state) {
        NavigableSet<Long> bySize = freeRuns(state);
        long run = 0;
        for (int member : byNeed(state)) {
            for (int need; (need = state.member(member).need()) > 0; ) {
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
                state.assign(member, first, end);
                run = end < last ? entry(end + 1, last) : 0;
            }
        }
    }

    private static NavigableSet<Long> freeRuns(StickyState state) {
        NavigableSet<Long> bySize = new TreeSet<>();
        for (int first = state.nextFree(0); first >= 0; ) {
            int last = state.freeUntil(first);
            bySize.add(entry(first, last));
            first = state.nextFree(last + 1);
        }
        return bySize;
    }

    private static int[] byNeed(StickyState state) {
        long[] needs = new long[state.takers().length];
        int count = 0;
        for (int member : state.takers()) {
            int need = state.member(member).need();
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

    /** Returns a free run as a number, ordered by length and then by first piece. */
    private static long entry(int first, int last) {
        return (long) (last - first + 1) << 32 | first;
    }
}
