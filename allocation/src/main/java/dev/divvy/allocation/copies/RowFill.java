package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the pieces of one owner as many copies at each member as the network decided, so that every kept holder stays unless its member has
 * too many of this owner; those of unsettled pieces have it already, and stay. Nearly always that is possible; where it is not, {@link #fill} says so.
 */
final class RowFill {

    private final OwnerRows rows;
    private final int row;
    private final OwnerRule rule;
    private final int[] pieces;
    private final HolderSets holders;
    private final int[] need;
    private final List<Stuck> stuck = new ArrayList<>();

    RowFill(OwnerRows rows, int row, int[] pieces, HolderSets holders) {
        this.rows = rows;
        this.row = row;
        this.rule = rows.rule(row);
        this.pieces = pieces;
        this.holders = holders;
        this.need = new int[rows.request().members()];
    }

    /** Gives the pieces their copies; returns whether all of that was possible. */
    boolean fill(int[] copies) {
        for (int piece : pieces) {
            for (int i = 0, member; !rows.isFixed(piece) && (member = rows.kept(piece, i)) != CopyRequest.NONE; i++) {
                holders.add(piece, member);
                need[member]--;
            }
        }
        for (int member = 0; member < need.length; member++) {
            need[member] += copies[member];
        }
        for (int piece : pieces) {
            while (holders.size(piece) < rule.copies() && addNeeded(piece)) {
                // One copy at a time.
            }
        }
        for (int piece : pieces) {
            for (int i = 0; i < holders.size(piece); i++) {
                if (need[holders.get(piece, i)] < 0 && !rows.stays(piece, holders.get(piece, i))) {
                    replaceSurplus(piece, holders.get(piece, i));
                }
            }
        }
        repairMissing();
        repairSurplus();
        return stuck.isEmpty();
    }

    int row() {
        return row;
    }

    int[] pieces() {
        return pieces;
    }

    /** The number of copies that a member still lacks of this owner's pieces; negative for too many. */
    int need(int member) {
        return need[member];
    }

    void need(int member, int change) {
        need[member] += change;
    }

    /** The copies that could not be placed as decided. */
    List<Stuck> stuck() {
        return stuck;
    }

    /** Whether the piece has a copy at the member that another one can take. */
    boolean isOpen(int piece, int member) {
        return holders.contains(piece, member) && !rows.stays(piece, member);
    }

    private boolean addNeeded(int piece) {
        int member = mostNeeded(piece, CopyRequest.NONE);
        if (member == CopyRequest.NONE) {
            return false;
        }
        holders.add(piece, member);
        need[member]--;
        return true;
    }

    private void replaceSurplus(int piece, int member) {
        int other = mostNeeded(piece, member);
        if (other != CopyRequest.NONE) {
            holders.replace(piece, member, other);
            need[member]++;
            need[other]--;
        }
    }

    private int mostNeeded(int piece, int without) {
        int best = CopyRequest.NONE;
        boolean[] open = holders.openZones(rule, piece, without);
        for (int member = 0; member < need.length; member++) {
            if (need[member] > 0
                    && (best == CopyRequest.NONE || need[member] > need[best])
                    && holders.accepts(rule, piece, member, open)) {
                best = member;
            }
        }
        return best;
    }

    private void repairMissing() {
        for (int piece : pieces) {
            boolean found = true;
            while (found && holders.size(piece) < rule.copies()) {
                Search search = new Search();
                search.exchange(null, piece, CopyRequest.NONE);
                found = search.apply();
            }
            for (int missing = holders.size(piece); missing < rule.copies(); missing++) {
                stuck.add(new Stuck(piece, CopyRequest.NONE));
            }
        }
    }

    private void repairSurplus() {
        for (int member = 0; member < need.length; member++) {
            boolean found = true;
            while (found && need[member] < 0) {
                Search search = new Search();
                search.exchangeAt(null, member);
                found = search.apply();
            }
            for (int surplus = need[member]; surplus < 0; surplus++) {
                stuck.add(new Stuck(CopyRequest.NONE, member));
            }
        }
    }

    /** A search for a chain of exchanges that moves no other kept copy and ends at a member in need. */
    private final class Search {

        private final boolean[] seen = new boolean[need.length];
        private final Step[] queue = new Step[need.length];
        private int end;
        /** The pieces with an open copy at each member; those at a member are from first[member] to first[member + 1]. */
        private final int[] first = new int[need.length + 1];

        private final int[] open;

        Search() {
            for (int piece : pieces) {
                for (int i = 0; i < holders.size(piece); i++) {
                    first[holders.get(piece, i) + 1] += rows.stays(piece, holders.get(piece, i)) ? 0 : 1;
                }
            }
            for (int member = 0; member < need.length; member++) {
                first[member + 1] += first[member];
            }
            open = new int[first[need.length]];
            int[] next = first.clone();
            for (int piece : pieces) {
                for (int i = 0; i < holders.size(piece); i++) {
                    int member = holders.get(piece, i);
                    if (!rows.stays(piece, member)) {
                        open[next[member]++] = piece;
                    }
                }
            }
        }

        /** Adds the members that pieces with a copy at this member can have instead. */
        void exchangeAt(@Nullable Step before, int member) {
            for (int i = first[member]; i < first[member + 1]; i++) {
                if (before == null || !before.uses(open[i])) {
                    exchange(before, open[i], member);
                }
            }
        }

        /** Adds the members that the piece can have instead of one of its holders, or in addition; instead of a kept one only kept ones. */
        void exchange(@Nullable Step before, int piece, int from) {
            boolean[] zones = holders.openZones(rule, piece, from);
            if (before != null && rows.keeps(piece, from)) {
                for (int i = 0, member; (member = rows.kept(piece, i)) != CopyRequest.NONE; i++) {
                    exchange(before, piece, from, member, zones);
                }
            } else {
                for (int member = 0; member < need.length; member++) {
                    exchange(before, piece, from, member, zones);
                }
            }
        }

        private void exchange(@Nullable Step before, int piece, int from, int member, boolean[] zones) {
            if (!seen[member] && holders.accepts(rule, piece, member, zones)) {
                seen[member] = true;
                queue[end++] = new Step(before, piece, from, member);
            }
        }

        boolean apply() {
            for (int next = 0; next < end; next++) {
                Step step = queue[next];
                if (need[step.to] > 0) {
                    RowFill.this.apply(step);
                    return true;
                }
                exchangeAt(step, step.to);
            }
            return false;
        }
    }

    private void apply(Step last) {
        need[last.to]--;
        for (Step step = last; step != null; step = step.before) {
            if (step.from == CopyRequest.NONE) {
                holders.add(step.piece, step.to);
            } else {
                holders.replace(step.piece, step.from, step.to);
                if (step.before == null) {
                    need[step.from]++;
                }
            }
        }
    }

    /** A copy of a piece that is missing, or one copy too many at a member: the other of the two is {@link CopyRequest#NONE}. */
    record Stuck(int piece, int surplusAt) {}

    /** A piece's copy goes from one member to another, after the steps before. */
    private record Step(@Nullable Step before, int piece, int from, int to) {

        boolean uses(int other) {
            for (Step step = this; step != null; step = step.before) {
                if (step.piece == other) {
                    return true;
                }
            }
            return false;
        }
    }
}
