package dev.divvy.allocation.copies;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The pieces by owner, one row per owner, and for each piece the members that held a copy and may keep it. The pieces without an owner are
 * one row more.
 */
final class OwnerRows {

    private final CopyRequest request;
    private final OwnerRule[] rules;
    private final int[] first;
    private final int[] pieces;
    private final int[] kept;
    private final BitSet fixed = new BitSet();
    private final int zones;

    OwnerRows(CopyRequest request) {
        this.request = request;
        this.zones = request.zoneCount();
        int rows = request.members() + 1;
        this.first = new int[rows + 1];
        for (int owner : request.owners()) {
            first[row(owner, rows) + 1]++;
        }
        for (int row = 0; row < rows; row++) {
            first[row + 1] += first[row];
        }
        this.pieces = new int[request.pieces()];
        int[] next = Arrays.copyOf(first, rows);
        for (int piece = 0; piece < pieces.length; piece++) {
            pieces[next[row(request.owners()[piece], rows)]++] = piece;
        }
        this.rules = new OwnerRule[rows];
        for (int row = 0; row < rows; row++) {
            rules[row] = new OwnerRule(request, row == rows - 1 ? CopyRequest.NONE : row);
        }
        this.kept = new int[request.previous().length];
        Arrays.fill(kept, CopyRequest.NONE);
        for (int piece = 0; piece < pieces.length; piece++) {
            keep(piece, rules[row(request.owners()[piece], rows)]);
            fixed.set(piece, request.isUnsettled(piece) && keepsAll(piece));
        }
    }

    private static int row(int owner, int rows) {
        return owner == CopyRequest.NONE ? rows - 1 : owner;
    }

    private void keep(int piece, OwnerRule rule) {
        int begin = piece * request.previousDepth();
        int end = begin;
        for (int slot = begin; slot < begin + request.previousDepth(); slot++) {
            int member = request.previous()[slot];
            if (member == CopyRequest.NONE || !rule.permits(member) || contains(begin, end, member)) {
                continue;
            }
            int place = end++;
            for (; place > begin && kept[place - 1] > member; place--) {
                kept[place] = kept[place - 1];
            }
            kept[place] = member;
        }
    }

    private boolean contains(int begin, int end, int member) {
        for (int slot = begin; slot < end; slot++) {
            if (kept[slot] == member) {
                return true;
            }
        }
        return false;
    }

    CopyRequest request() {
        return request;
    }

    int count() {
        return rules.length;
    }

    OwnerRule rule(int row) {
        return rules[row];
    }

    /** The number of pieces in a row. */
    int size(int row) {
        return first[row + 1] - first[row];
    }

    int piece(int row, int index) {
        return pieces[first[row] + index];
    }

    int row(int piece) {
        return row(request.owners()[piece], rules.length);
    }

    /** Returns a member that held a copy of the piece and may keep it, in ascending order, {@link CopyRequest#NONE} after the last. */
    int kept(int piece, int index) {
        return index < request.previousDepth() ? kept[piece * request.previousDepth() + index] : CopyRequest.NONE;
    }

    boolean keeps(int piece, int member) {
        int begin = piece * request.previousDepth();
        return contains(begin, begin + request.previousDepth(), member);
    }

    /** Whether the piece can have all of its kept holders at once. */
    boolean keepsAll(int piece) {
        return rule(row(piece)).completes(keptInZones(piece));
    }

    /** Whether the piece is unsettled and can have all of its kept holders at once: they are decided. */
    boolean isFixed(int piece) {
        return fixed.get(piece);
    }

    /** Whether the copy of a fixed piece at this member is decided. */
    boolean stays(int piece, int member) {
        return isFixed(piece) && keeps(piece, member);
    }

    /** Whether nothing is left to decide: all holders of a fixed piece stay, and no copy is missing. */
    boolean isComplete(int piece) {
        int copies = rule(row(piece)).copies();
        return copies == 0 || (isFixed(piece) && kept(piece, copies - 1) != CopyRequest.NONE);
    }

    /** Returns the number of kept holders of a piece in each zone. */
    int[] keptInZones(int piece) {
        int[] inZone = new int[zones];
        for (int i = 0, member; (member = kept(piece, i)) != CopyRequest.NONE; i++) {
            inZone[request.zones()[member]]++;
        }
        return inZone;
    }
}
