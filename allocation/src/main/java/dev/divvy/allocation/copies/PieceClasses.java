package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pieces in classes of the same owner and the same kept holders, all of them settled or none: the placement treats the pieces of a class
 * alike.
 */
final class PieceClasses {

    private static final int PIECE_BITS = 20;

    private final OwnerRows rows;
    private final int[] first;
    private final int[] pieces;

    private PieceClasses(OwnerRows rows, int[] first, int[] pieces) {
        this.rows = rows;
        this.first = first;
        this.pieces = pieces;
    }

    /** Returns the classes of these pieces, sorted by owner. */
    static PieceClasses of(OwnerRows rows, int[] pieces) {
        long[] keys = new long[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            long kind = rows.row(pieces[i]) * 2L + (rows.request().isUnsettled(pieces[i]) ? 1 : 0);
            keys[i] = kind << PIECE_BITS | pieces[i];
        }
        int depth = rows.request().previousDepth();
        int classes = 0;
        int[] classOf = new int[pieces.length];
        int[] sorted = new int[pieces.length];
        for (int level = 0; level <= depth; level++) {
            Arrays.sort(keys);
            classes = 0;
            for (int i = 0; i < keys.length; i++) {
                classes += i > 0 && keys[i] >> PIECE_BITS != keys[i - 1] >> PIECE_BITS ? 1 : 0;
                classOf[i] = classes;
                sorted[i] = (int) (keys[i] & ((1 << PIECE_BITS) - 1));
            }
            for (int i = 0; i < keys.length && level < depth; i++) {
                long finer = (long) classOf[i] * (rows.count() + 1) + rows.kept(sorted[i], level) + 1;
                keys[i] = finer << PIECE_BITS | sorted[i];
            }
        }
        int[] first = new int[pieces.length == 0 ? 1 : classes + 2];
        for (int i = 0; i < sorted.length; i++) {
            first[classOf[i] + 1] = i + 1;
        }
        return new PieceClasses(rows, first, sorted);
    }

    int count() {
        return first.length - 1;
    }

    /** Returns the sources of the copies of all classes. */
    List<CopySource> sources() {
        List<CopySource> sources = new ArrayList<>();
        for (int number = 0; number < count(); number++) {
            int[] alike = Arrays.copyOfRange(pieces, first[number], first[number + 1]);
            if (rows.request().isUnsettled(alike[0]) && !rows.isFixed(alike[0])) {
                sources.add(CopySource.staying(rows, alike));
            }
            sources.add(CopySource.open(rows, alike, true));
        }
        return sources;
    }
}
