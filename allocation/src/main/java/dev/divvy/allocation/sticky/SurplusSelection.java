package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.Arrays;

/**
 * Which pieces a member with a surplus gives up, so that runs stay few: whole runs and edges that touch what is already free before
 * others, short runs before long ones.
 */
final class SurplusSelection {

    /** So few are kept in order while looking; more are sorted at the end. */
    private static final int FEW = 16;

    private SurplusSelection() {}

    static void giveUpSurplus(StickyState table) {
        for (int member : table.givers()) {
            if (table.hand(member).surplus() > 0) {
                giveUp(table, member);
            }
        }
    }

    private static void giveUp(StickyState table, int member) {
        MemberPieces hand = table.hand(member);
        Runs runs = hand.kept();
        for (int run : cheapest(table, runs, hand.surplus())) {
            int first = runs.first(run);
            int last = runs.last(run);
            int count = Math.min(last - first + 1, hand.surplus());
            if (count == 0) {
                return;
            }
            if (table.isFree(first - 1)) {
                table.giveUp(member, first, first + count - 1);
            } else {
                table.giveUp(member, last - count + 1, last);
            }
        }
    }

    /** The runs to give from, best first: enough of them to cover the surplus. */
    private static int[] cheapest(StickyState table, Runs runs, int surplus) {
        long[] best = new long[Math.min(surplus, runs.size())];
        int size = 0;
        for (int run = 0; run < runs.size(); run++) {
            long entry = (cost(table, runs, run, surplus) << 32) | run;
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
     * What giving this run away would add to the number of runs (-1 to 1, shifted), then its length: a whole run that touches free
     * pieces on one or both sides merges with them; an edge that touches free pieces adds none; any other edge adds one.
     */
    private static long cost(StickyState table, Runs runs, int run, int surplus) {
        int length = runs.last(run) - runs.first(run) + 1;
        int touches = (table.isFree(runs.first(run) - 1) ? 1 : 0) + (table.isFree(runs.last(run) + 1) ? 1 : 0);
        int added = length <= surplus ? -touches : 1 - Math.min(1, touches);
        return (added + 2L) << 21 | length;
    }
}
