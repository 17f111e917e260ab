package dev.divvy.allocation.copies;

import java.util.Arrays;

/**
 * Places the copies that {@link RowFill} could not by a trade with a piece of another owner that gets a new copy anyway: the stuck piece
 * takes that copy's member, and the other piece the member that the stuck one cannot have. The loads stay, the spread is as good, and no copy
 * moves more.
 */
final class Trades {

    private final OwnerRows rows;
    private final HolderSets holders;
    private final TierCosts costs;
    private final int[][] copies;
    private int[] newPieces = new int[256];
    private int[] newHolders = new int[256];
    private int count;

    Trades(OwnerRows rows, HolderSets holders) {
        this.rows = rows;
        this.holders = holders;
        this.costs = TierCosts.of(rows.request(), 0);
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
    }

    private void addNew(int piece, int member) {
        if (count == newPieces.length) {
            newPieces = Arrays.copyOf(newPieces, count * 2);
            newHolders = Arrays.copyOf(newHolders, count * 2);
        }
        newPieces[count] = piece;
        newHolders[count++] = member;
    }

    /** Returns whether all stuck copies of an owner could be placed. */
    boolean repair(RowFill fill) {
        for (RowFill.Stuck stuck : fill.stuck()) {
            boolean found = false;
            for (int member = 0; member < copies[0].length && !found; member++) {
                found = fill.need(member) > 0 && repair(fill, stuck, member);
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    private boolean repair(RowFill fill, RowFill.Stuck stuck, int needed) {
        if (stuck.piece() != CopyRequest.NONE) {
            return trade(fill, stuck.piece(), CopyRequest.NONE, needed);
        }
        for (int piece : fill.pieces()) {
            if (fill.isOpen(piece, stuck.surplusAt()) && trade(fill, piece, stuck.surplusAt(), needed)) {
                return true;
            }
        }
        return false;
    }

    private boolean trade(RowFill fill, int piece, int from, int needed) {
        int row = fill.row();
        for (int i = 0; i < count; i++) {
            int other = newPieces[i];
            int member = newHolders[i];
            int otherRow = rows.row(other);
            if (otherRow != row
                    && member != needed
                    && isEven(row, otherRow, member, needed)
                    && holders.accepts(rows.rule(row), piece, member, from)
                    && holders.accepts(rows.rule(otherRow), other, needed, member)) {
                holders.replace(other, member, needed);
                copies[otherRow][member]--;
                copies[otherRow][needed]++;
                newHolders[i] = needed;
                if (from == CopyRequest.NONE) {
                    holders.add(piece, member);
                } else {
                    holders.replace(piece, from, member);
                    copies[row][from]--;
                    fill.need(from, 1);
                }
                copies[row][member]++;
                fill.need(needed, -1);
                addNew(piece, member);
                return true;
            }
        }
        return false;
    }

    /** Whether the spread is as good when the row has one more at the member instead of at the needed one, and the other row the reverse. */
    private boolean isEven(int row, int otherRow, int member, int needed) {
        long traded = costs.factor(member) * (2L * (copies[row][member] - copies[otherRow][member]) + 2)
                + costs.factor(needed) * 2L * (copies[otherRow][needed] - copies[row][needed]);
        return traded == 0;
    }
}
