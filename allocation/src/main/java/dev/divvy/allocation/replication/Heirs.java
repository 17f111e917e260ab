package dev.divvy.allocation.replication;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The heirs of each piece: the incarnations that may still have its data, as a former owner or as a former keeper of a copy, and that have
 * not been told to forget it. The owner and the keepers of copies are not among them. Immutable; pieces with the same heirs share one list.
 */
public final class Heirs {

    /** For allocations of pieces without data: see {@link Replication}. */
    public static final Heirs NOT_KEPT = new Heirs(false, List.of(), new int[0]);

    /** Heirs are recorded, but no piece has any. */
    public static final Heirs NONE = new Heirs(true, List.of(), new int[0]);

    private static final Comparator<List<Incarnation>> ORDER = Heirs::compare;

    private final boolean kept;

    /** Each list once, in ascending order; empty if no piece has heirs. */
    private final List<List<Incarnation>> lists;

    /** For each piece the index of its list; empty if no piece has heirs. */
    private final int[] rows;

    private Heirs(boolean kept, List<List<Incarnation>> lists, int[] rows) {
        this.kept = kept;
        this.lists = lists;
        this.rows = rows;
    }

    /** Creates heirs from those of piece 0, then of piece 1, and so on, each in ascending order. */
    @SuppressWarnings("ReferenceEquality") // equal lists that are two objects only cost a search
    public static Heirs of(List<List<Incarnation>> byPiece) {
        if (byPiece.stream().allMatch(List::isEmpty)) {
            return NONE;
        }
        TreeMap<List<Incarnation>, Integer> numbers = new TreeMap<>(ORDER);
        int[] rows = new int[byPiece.size()];
        for (int piece = 0; piece < rows.length; piece++) {
            List<Incarnation> heirs = byPiece.get(piece);
            if (piece > 0 && heirs == byPiece.get(piece - 1)) {
                rows[piece] = rows[piece - 1];
                continue;
            }
            Integer known = numbers.get(heirs);
            if (known == null) {
                known = numbers.size();
                numbers.put(checked(heirs), known);
            }
            rows[piece] = known;
        }
        int[] sorted = new int[numbers.size()];
        int row = 0;
        for (int number : numbers.values()) {
            sorted[number] = row++;
        }
        Arrays.setAll(rows, piece -> sorted[rows[piece]]);
        return new Heirs(true, List.copyOf(numbers.keySet()), rows);
    }

    /** Rejects heirs that do not fit these pieces. */
    public void check(Division division) {
        if (rows.length > 0 && rows.length != division.count()) {
            throw new IllegalArgumentException(this + " do not fit " + division.count() + " pieces");
        }
    }

    /** Whether heirs are recorded at all. */
    public boolean kept() {
        return kept;
    }

    /** Whether no piece has heirs. */
    public boolean isEmpty() {
        return rows.length == 0;
    }

    /** Returns the heirs of a piece, in ascending order. */
    public List<Incarnation> of(int piece) {
        return rows.length == 0 ? List.of() : lists.get(rows[piece]);
    }

    /** Returns the different lists of heirs, the empty one included if a piece has none, in ascending order; none if no piece has heirs. */
    public List<List<Incarnation>> lists() {
        return lists;
    }

    /** Returns for each piece the index of its list in {@link #lists()}; empty if no piece has heirs. A fresh array. */
    public int[] rows() {
        return rows.clone();
    }

    /** Compares two lists of heirs by their first difference, then by their length. */
    public static int compare(List<Incarnation> first, List<Incarnation> second) {
        int shorter = Math.min(first.size(), second.size());
        for (int i = 0; i < shorter; i++) {
            int order = first.get(i).compareTo(second.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(first.size(), second.size());
    }

    private static List<Incarnation> checked(List<Incarnation> heirs) {
        for (int i = 1; i < heirs.size(); i++) {
            if (heirs.get(i - 1).compareTo(heirs.get(i)) >= 0) {
                throw new IllegalArgumentException("heirs " + new ArrayList<>(heirs) + " are not in ascending order");
            }
        }
        return List.copyOf(heirs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Heirs that
                && kept == that.kept
                && lists.equals(that.lists)
                && Arrays.equals(rows, that.rows);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Boolean.hashCode(kept) + lists.hashCode()) + Arrays.hashCode(rows);
    }

    @Override
    public String toString() {
        return kept ? lists.size() + " lists of heirs of " + rows.length + " pieces" : "no heirs kept";
    }
}
