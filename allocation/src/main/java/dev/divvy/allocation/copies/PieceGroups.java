package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pieces of one owner that the placement first takes together: all that are in no class, as one group. A group whose pieces cannot be placed
 * as the flow says is split into groups whose kept holders are in the same zones, and such a group into its classes.
 */
final class PieceGroups {

    /** More parts of a group would cost more than they gain. */
    private static final int MOST_PARTS = 12;

    private PieceGroups() {}

    /** Returns one group per owner: the pieces that are not in a class, without those of which nothing is left to decide. */
    static List<CopySource> ofOwners(OwnerRows rows, boolean[] inClass) {
        List<CopySource> groups = new ArrayList<>();
        for (int row = 0; row < rows.count(); row++) {
            int[] pieces = new int[rows.size(row)];
            int count = 0;
            for (int i = 0; i < pieces.length; i++) {
                int piece = rows.piece(row, i);
                if (!inClass[piece] && !rows.isComplete(piece)) {
                    pieces[count++] = piece;
                }
            }
            if (count > 0) {
                groups.add(CopySource.open(rows, Arrays.copyOf(pieces, count), false));
            }
        }
        return groups;
    }

    /** Returns the parts of a group: smaller groups, or its classes. */
    static List<CopySource> split(OwnerRows rows, CopySource group) {
        List<int[]> patterns = new ArrayList<>();
        int[] pieces = group.pieces();
        int[] partOf = new int[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            int[] pattern = rows.keptInZones(pieces[i]);
            int part = 0;
            while (part < patterns.size() && !Arrays.equals(patterns.get(part), pattern)) {
                part++;
            }
            if (part == patterns.size() && part < MOST_PARTS) {
                patterns.add(pattern);
            }
            partOf[i] = Math.min(part, MOST_PARTS - 1);
        }
        if (patterns.size() == 1) {
            return PieceClasses.of(rows, pieces).sources();
        }
        List<CopySource> parts = new ArrayList<>();
        for (int part = 0; part < patterns.size(); part++) {
            parts.add(CopySource.open(rows, select(pieces, partOf, part), false));
        }
        return parts;
    }

    private static int[] select(int[] pieces, int[] partOf, int part) {
        int[] selected = new int[pieces.length];
        int count = 0;
        for (int i = 0; i < pieces.length; i++) {
            if (partOf[i] == part) {
                selected[count++] = pieces[i];
            }
        }
        return Arrays.copyOf(selected, count);
    }
}
