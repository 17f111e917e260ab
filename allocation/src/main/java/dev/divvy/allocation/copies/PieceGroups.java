package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pieces that are not in a class, in groups of the same owner whose kept holders are in the same zones. Where zones leave no choice, or
 * there is one copy only, an owner has one group. Pieces of which nothing is left to decide are in no group.
 */
final class PieceGroups {

    /** More groups of one owner would cost more than they gain. */
    private static final int MOST_PER_OWNER = 12;

    private final OwnerRows rows;
    private final boolean[] inClass;
    private final List<CopySource> sources = new ArrayList<>();

    private PieceGroups(OwnerRows rows, boolean[] inClass) {
        this.rows = rows;
        this.inClass = inClass;
    }

    /** Returns the sources of the copies of all groups. */
    static List<CopySource> sources(OwnerRows rows, boolean[] inClass) {
        PieceGroups groups = new PieceGroups(rows, inClass);
        for (int row = 0; row < rows.count(); row++) {
            groups.addRow(row);
        }
        return groups.sources;
    }

    private void addRow(int row) {
        List<int[]> patterns = new ArrayList<>();
        int[] groupOf = new int[rows.size(row)];
        int[] sizes = new int[MOST_PER_OWNER];
        boolean oneGroup = !rows.rule(row).zonesLeaveAChoice();
        for (int i = 0; i < groupOf.length; i++) {
            int piece = rows.piece(row, i);
            groupOf[i] = CopyRequest.NONE;
            if (inClass[piece] || rows.isComplete(piece)) {
                continue;
            }
            int[] pattern = oneGroup ? new int[0] : rows.keptInZones(piece);
            int group = 0;
            while (group < patterns.size() && !Arrays.equals(patterns.get(group), pattern)) {
                group++;
            }
            if (group == patterns.size() && group < MOST_PER_OWNER) {
                patterns.add(pattern);
            }
            groupOf[i] = Math.min(group, MOST_PER_OWNER - 1);
            sizes[groupOf[i]]++;
        }
        for (int group = 0; group < patterns.size(); group++) {
            sources.add(CopySource.open(rows, members(row, groupOf, group, sizes[group])));
        }
    }

    private int[] members(int row, int[] groupOf, int group, int size) {
        int[] pieces = new int[size];
        int count = 0;
        for (int i = 0; i < groupOf.length; i++) {
            if (groupOf[i] == group) {
                pieces[count++] = rows.piece(row, i);
            }
        }
        return pieces;
    }
}
