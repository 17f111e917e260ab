package dev.divvy.allocation.classic;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Each member's list of pieces, in the order in which it got them, and the operations of {@link TokenChunks} on these lists. */
final class PieceLists {

    private static final int[] NONE = {};

    private final NavigableMap<String, int[]> lists = new TreeMap<>();

    /** Adds a member with the pieces that it already has. */
    void put(String member, int[] pieces) {
        lists.put(member, pieces);
    }

    void putEmpty(String member) {
        lists.put(member, NONE);
    }

    /**
     * Splits pieces into chunks of nearly equal size and appends them to the lists in the order of ids; when there are too few, the last
     * members get none.
     */
    void appendChunks(int[] pieces) {
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

    /** Splits the leaver's pieces among the remaining members, of which there must be at least one. */
    void leave(String leaver) {
        int[] pieces = lists.remove(leaver);
        appendChunks(pieces == null ? NONE : pieces);
    }

    /** Cuts every list to an even share of all pieces; the joiner takes the rest of each. */
    void join(String joiner, int allPieces) {
        int share = allPieces / (lists.size() + 1);
        int[] surplus = new int[allPieces];
        int size = 0;
        for (Map.Entry<String, int[]> list : lists.entrySet()) {
            int[] pieces = list.getValue();
            if (pieces.length > share) {
                System.arraycopy(pieces, share, surplus, size, pieces.length - share);
                size += pieces.length - share;
                list.setValue(Arrays.copyOf(pieces, share));
            }
        }
        lists.put(joiner, Arrays.copyOf(surplus, size));
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
