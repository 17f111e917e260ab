package dev.divvy.allocation.copies;

import java.util.Arrays;
import java.util.List;

/**
 * Places the copies that {@link RowFill} could not, at the same cost. A stuck piece takes a member that may hold one copy more instead of one
 * that may hold one less; or it trades with a piece of another owner that gets a new copy anyway: the stuck piece takes that copy's member, and
 * the other piece the member that the stuck one cannot have. The loads stay even, the spread is as good, and no copy moves more.
 */
final class Trades {

    private final OwnerRows rows;
    private final HolderSets holders;
    private final TierCosts costs;
    private final CopyShares shares;
    private final List<RowFill> stuck;
    /** The copies that the flow gives to each member, by owner. */
    private final int[][] copies;

    private final int[] loads;
    private int[] newPieces = new int[256];
    private int[] newHolders = new int[256];
    private int count;

    /** @param stuck the copies that could not be placed: by all of them the placement differs from the flow */
    Trades(OwnerRows rows, CopyShares shares, HolderSets holders, List<RowFill> stuck) {
        this.rows = rows;
        this.shares = shares;
        this.holders = holders;
        this.stuck = stuck;
        this.costs = TierCosts.of(rows.request());
        this.copies = new int[rows.count()][rows.request().members()];
        for (int piece = 0; piece < rows.request().pieces(); piece++) {
            for (int i = 0; i < holders.size(piece); i++) {
                int member = holders.get(piece, i);
                copies[rows.row(piece)][member]++;
                if (!rows.keeps(piece, member)) {
                    addNew(piece, member);
                }
            }
        }
        for (RowFill fill : stuck) {
            for (int member = 0; member < copies[0].length; member++) {
                copies[fill.row()][member] += fill.need(member);
            }
        }
        this.loads = new int[copies[0].length];
        for (int[] ofOwner : copies) {
            Arrays.setAll(loads, member -> loads[member] + ofOwner[member]);
        }
    }

    private void addNew(int piece, int member) {
        if (count == newPieces.length) {
            newPieces = Arrays.copyOf(newPieces, count * 2);
            newHolders = Arrays.copyOf(newHolders, count * 2);
        }
        newPieces[count] = piece;
        newHolders[count++] = member;
    }

    /** Returns whether all stuck copies could be placed. */
    boolean repair() {
        for (RowFill fill : stuck) {
            if (!repair(fill)) {
                return false;
            }
        }
        return true;
    }

    private boolean repair(RowFill fill) {
        for (RowFill.Stuck copy : fill.stuck()) {
            boolean found = false;
            for (int member = 0; member < copies[0].length && !found; member++) {
                found = fill.need(member) > 0 && repair(fill, copy, member);
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    private boolean repair(RowFill fill, RowFill.Stuck copy, int needed) {
        if (copy.piece() != CopyRequest.NONE) {
            return trade(fill, copy.piece(), CopyRequest.NONE, needed);
        }
        for (int piece : fill.pieces()) {
            if (fill.isOpen(piece, copy.surplusAt()) && trade(fill, piece, copy.surplusAt(), needed)) {
                return true;
            }
        }
        return false;
    }

    private boolean trade(RowFill fill, int piece, int from, int needed) {
        int row = fill.row();
        boolean[] open = holders.openZones(rows.rule(row), piece, from);
        if (substitute(fill, piece, from, needed, open)) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            int other = newPieces[i];
            int member = newHolders[i];
            int otherRow = rows.row(other);
            if (otherRow != row
                    && member != needed
                    && holders.contains(other, member)
                    && isEven(row, otherRow, member, needed)
                    && holders.accepts(rows.rule(row), piece, member, open)
                    && accepts(other, needed, member)) {
                holders.replace(other, member, needed);
                copies[otherRow][member]--;
                copies[otherRow][needed]++;
                newHolders[i] = needed;
                give(fill, piece, from, needed, member);
                return true;
            }
        }
        return false;
    }

    /** Gives the piece a member that may hold one more, instead of a needed one that may hold one less. */
    private boolean substitute(RowFill fill, int piece, int from, int needed, boolean[] open) {
        int[] ofOwner = copies[fill.row()];
        for (int member = 0; member < loads.length && loads[needed] > shares.floor(needed); member++) {
            if (loads[member] < shares.ceil(member)
                    && costs.factor(member) * (2L * ofOwner[member] + 1)
                            == costs.factor(needed) * (2L * ofOwner[needed] - 1)
                    && holders.accepts(rows.rule(fill.row()), piece, member, open)) {
                loads[needed]--;
                loads[member]++;
                give(fill, piece, from, needed, member);
                return true;
            }
        }
        return false;
    }

    /** Gives the piece a copy at a member: instead of one or in addition, and not at the needed one. */
    private void give(RowFill fill, int piece, int from, int needed, int member) {
        if (from == CopyRequest.NONE) {
            holders.add(piece, member);
        } else {
            holders.replace(piece, from, member);
            fill.need(from, 1);
        }
        copies[fill.row()][needed]--;
        copies[fill.row()][member]++;
        fill.need(needed, -1);
        addNew(piece, member);
    }

    private boolean accepts(int piece, int member, int without) {
        OwnerRule rule = rows.rule(rows.row(piece));
        return holders.accepts(rule, piece, member, holders.openZones(rule, piece, without));
    }

    /** Whether the spread is as good when the row has one more at the member instead of at the needed one, and the other row the reverse. */
    private boolean isEven(int row, int otherRow, int member, int needed) {
        return costs.factor(member) * (copies[row][member] - copies[otherRow][member] + 1L)
                == costs.factor(needed) * (copies[row][needed] - copies[otherRow][needed] - 1L);
    }
}
