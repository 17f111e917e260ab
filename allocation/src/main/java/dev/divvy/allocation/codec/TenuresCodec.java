package dev.divvy.allocation.codec;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encodes the tenures: the number of distinct ones; for these the distances between their epochs, the former owners (counted from 1 among
 * the incarnations, with 0 for none), the codes of the rules, and the releasers; then for each piece the row of its tenure.
 */
final class TenuresCodec {

    private TenuresCodec() {}

    static void write(BinaryWriter out, TenureTable table, IncarnationIndex incarnations) {
        List<Tenure> rows = table.rows();
        out.number(rows.size());
        long before = 0;
        for (Tenure tenure : rows) {
            out.number(tenure.since() - before);
            before = tenure.since();
        }
        ColumnCodec.write(
                out,
                rows.stream()
                        .mapToInt(tenure -> tenure.from()
                                .map(incarnation -> 1 + incarnations.indexOf(incarnation))
                                .orElse(0))
                        .toArray());
        ColumnCodec.write(
                out,
                rows.stream().mapToInt(tenure -> EnumCodes.of(tenure.rule())).toArray());
        ReleasersCodec.write(out, rows, incarnations);
        ColumnCodec.write(out, table.column());
    }

    static Tenures read(BinaryReader in, int pieces, IndexedRows<Incarnation> incarnations) {
        IndexedRows<Tenure> table = table(in, pieces, incarnations);
        int[] column = ColumnCodec.read(in, pieces, table.size(), "the tenures of the pieces");
        Tenures tenures = tenures(column, table);
        table.requireAllUsed();
        return tenures;
    }

    private static IndexedRows<Tenure> table(BinaryReader in, int pieces, IndexedRows<Incarnation> incarnations) {
        int begin = in.offset();
        int count = in.count(pieces, 1, "the number of tenures");
        long[] since = new long[count];
        for (int i = 0; i < count; i++) {
            since[i] = in.numberAfter(i == 0 ? 0 : since[i - 1], "the epoch of a tenure");
        }
        int[] from = ColumnCodec.read(in, count, incarnations.size() + 1, "the former owners");
        int rulesStart = in.offset();
        int[] rules = ColumnCodec.read(in, count, EnumCodes.LIMIT, "the rules");
        List<List<Releaser>> releasers = ReleasersCodec.read(in, since, incarnations);
        List<Tenure> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Rule rule = EnumCodes.rule(rules[i], rulesStart);
            Optional<Incarnation> owner = from[i] == 0 ? Optional.empty() : Optional.of(incarnations.use(from[i] - 1));
            List<Releaser> waitedFor = releasers.get(i);
            long epoch = since[i];
            rows.add(in.build(begin, () -> new Tenure(epoch, owner, rule, waitedFor)));
            if (i > 0 && TenureTable.ORDER.compare(rows.get(i - 1), rows.get(i)) >= 0) {
                throw new CorruptAllocationException("tenure " + i + " is not after the one before", begin);
            }
        }
        return new IndexedRows<>("tenure", begin, rows);
    }

    private static Tenures tenures(int[] column, IndexedRows<Tenure> table) {
        if (column.length == 0) {
            return Tenures.all(0, Tenure.neverOwned(1));
        }
        Tenures all = Tenures.all(column.length, table.use(column[0]));
        if (table.size() == 1) {
            return all;
        }
        Tenures.Changes changes = all.change();
        for (int first = 0, last; first < column.length; first = last + 1) {
            for (last = first; last + 1 < column.length && column[last + 1] == column[first]; ) {
                last++;
            }
            if (column[first] != column[0]) {
                changes.set(first, last, table.use(column[first]));
            }
        }
        return changes.done();
    }
}
