package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.Arrays;

/**
 * Selects the pieces that members with a surplus give up, so that runs stay few: whole runs and edges next to free pieces first, short runs
 * before long ones.
 */
final class SurplusSelection {

    /** Up to this many runs are kept sorted during the search; more are sorted at the end. */
    private static final int FEW = 16;

    private SurplusSelection() {}

    static void giveUpSurplus(StickyState state) {
        for (int member : state.givers()) {
            if (state.member(member).surplus() > 0) {
                giveUp(state, member);
            }
        }
    }

    private static void giveUp(StickyState state, int member) {
        MemberPieces pieces = state.member(member);
        Runs runs = pieces.kept();
        for (int run : cheapest(state, runs, pieces.surplus())) {
            int first = runs.first(run);
            int last = runs.last(run);
            int count = Math.min(last - first + 1, pieces.surplus());
            if (count == 0) {
                return;
            }
            if (state.isFree(first - 1)) {
                state.giveUp(member, first, first + count - 1);
            } else {
                state.giveUp(member, last - count + 1, last);
            }
        }
    }

    /** Returns the runs to give up pieces from, best first: enough of them to cover the surplus. */
    private static int[] cheapest(StickyState state, Runs runs, int surplus) {
        long[] best = new long[Math.min(surplus, runs.size())];
        int size = 0;
        for (int run = 0; run < runs.size(); run++) {
            long entry = (cost(state, runs, run, surplus) << 32) | run;
            if (best.length > FEW) {
                best = size < best.length ? best : Arrays.copyOf(best, runs.size());
                best[size++] = entry;
            } else if (size < best.length || entry < best[size - 1]) {
                int at = -1 - Arrays.binarySearch(best, 0, size, entry);
                size = Math.min(size + 1, best.length);
                System.arraycopy(best, at, best, at + 1, size - 1 - at);
                best[at] = entry;
            }
        }
        Arrays.sort(best, 0, size);
        return Arrays.stream(best, 0, size).mapToInt(entry -> (int) entry).toArray();
    }

    /**
     * Returns the number of runs that giving up this run would add (-1 to 1, shifted), then its length: a whole run next to free pieces on
     * one or both sides merges with them; an edge next to free pieces adds none; any other edge adds one.
     */
    private static long cost(StickyState state, Runs runs, int run, int surplus) {
        int length = runs.last(run) - runs.first(run) + 1;
        int touches = (state.isFree(runs.first(run) - 1) ? 1 : 0) + (state.isFree(runs.last(run) + 1) ? 1 : 0);
        int added = length <= surplus ? -touches : 1 - Math.min(1, touches);
        return (added + 2L) << 21 | length;
    }
}
