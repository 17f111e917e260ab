package dev.divvy.allocation.classic;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The table of seed 000: by member id, its pieces in the order in which it got them; and what the seed does to it. */
final class PieceLists {

    private static final int[] NONE = {};

    private final NavigableMap<String, int[]> lists = new TreeMap<>();

    /** A member with the pieces that it has already. */
    void put(String member, int[] pieces) {
        lists.put(member, pieces);
    }

    void putEmpty(String member) {
        lists.put(member, NONE);
    }

    /** Pieces in chunks of one size, as nearly as can be, appended to the lists in the order of ids; when they are too few, the last get none. */
    void share(int[] pieces) {
        int from = 0;
        int membersLeft = lists.size();
        for (Map.Entry<String, int[]> list : lists.entrySet()) {
            int left = pieces.length - from;
            if (left == 0) {
                return;
            }
            int chunk = Math.max(1, left / membersLeft--);
            list.setValue(appended(list.getValue(), pieces, from, chunk));
            from += chunk;
        }
    }

    /** The leaver's pieces are shared by those who stay; there must be one. */
    void leave(String leaver) {
        int[] pieces = lists.remove(leaver);
        share(pieces == null ? NONE : pieces);
    }

    /** Every list keeps its first pieces, as many as an even share of all; the joiner takes the rest of each. */
    void join(String joiner, int allPieces) {
        int share = allPieces / (lists.size() + 1);
        int[] toll = new int[allPieces];
        int size = 0;
        for (Map.Entry<String, int[]> list : lists.entrySet()) {
            int[] pieces = list.getValue();
            if (pieces.length > share) {
                System.arraycopy(pieces, share, toll, size, pieces.length - share);
                size += pieces.length - share;
                list.setValue(Arrays.copyOf(pieces, share));
            }
        }
        lists.put(joiner, Arrays.copyOf(toll, size));
    }

    void forEach(BiConsumer<String, int[]> action) {
        lists.forEach(action);
    }

    private static int[] appended(int[] list, int[] pieces, int from, int count) {
        int[] longer = Arrays.copyOf(list, list.length + count);
        System.arraycopy(pieces, from, longer, list.length, count);
        return longer;
    }
}
