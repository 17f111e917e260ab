package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The distinct tenures in ascending order, and for each piece the row of its tenure. Equal tenures are one row, whether they are one object
 * or many: the encoding must not depend on how an allocation was made.
 */
final class TenureTable {

    private static final Comparator<Releaser> RELEASERS =
            Comparator.comparing(Releaser::incarnation).thenComparingLong(Releaser::lostAt);

    /** By epoch first, so that the distances between neighbours are small. Returns 0 only for equal tenures. */
    static final Comparator<Tenure> ORDER = Comparator.comparingLong(Tenure::since)
            .thenComparing(TenureTable::byFormerOwner)
            .thenComparingInt(tenure -> EnumCodes.of(tenure.rule()))
            .thenComparing(TenureTable::byReleasers);

    private final List<Tenure> rows;
    private final int[] column;

    private TenureTable(List<Tenure> rows, int[] column) {
        this.rows = rows;
        this.column = column;
    }

    static TenureTable of(Tenures tenures) {
        TreeMap<Tenure, Integer> seen = new TreeMap<>(ORDER);
        int[] column = new int[tenures.count()];
        for (int first = 0, last; first < column.length; first = last + 1) {
            last = tenures.sharedUntil(first, column.length - 1);
            int number = seen.size();
            Integer known = seen.putIfAbsent(tenures.of(first), number);
            Arrays.fill(column, first, last + 1, known == null ? number : known);
        }
        int[] rowOf = new int[seen.size()];
        int row = 0;
        for (int number : seen.values()) {
            rowOf[number] = row++;
        }
        Arrays.setAll(column, piece -> rowOf[column[piece]]);
        return new TenureTable(new ArrayList<>(seen.keySet()), column);
    }

    List<Tenure> rows() {
        return rows;
    }

    int[] column() {
        return column;
    }

    private static int byFormerOwner(Tenure first, Tenure second) {
        if (first.from().isEmpty() || second.from().isEmpty()) {
            return Boolean.compare(first.from().isPresent(), second.from().isPresent());
        }
        Incarnation incarnation = first.from().get();
        return incarnation.compareTo(second.from().get());
    }

    private static int byReleasers(Tenure first, Tenure second) {
        return Arrays.compare(
                first.releasers().toArray(new Releaser[0]), second.releasers().toArray(new Releaser[0]), RELEASERS);
    }
}
