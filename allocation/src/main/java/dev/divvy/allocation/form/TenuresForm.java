package dev.divvy.allocation.form;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tenures: how many differ; of these the steps from epoch to epoch, the former owners (counted from 1 in the lives, with 0 for
 * none), the codes of the rules, and the releasers; then for each piece which of the tenures is its own.
 */
final class TenuresForm {

    private TenuresForm() {}

    static void write(FormWriter out, TenureTable table, Lives lives) {
        List<Tenure> rows = table.rows();
        out.number(rows.size());
        long before = 0;
        for (Tenure tenure : rows) {
            out.number(tenure.since() - before);
            before = tenure.since();
        }
        Column.write(
                out,
                rows.stream()
                        .mapToInt(tenure -> tenure.from()
                                .map(life -> 1 + lives.indexOf(life))
                                .orElse(0))
                        .toArray());
        Column.write(
                out, rows.stream().mapToInt(tenure -> Codes.of(tenure.rule())).toArray());
        ReleasersForm.write(out, rows, lives);
        Column.write(out, table.column());
    }

    static Tenures read(FormReader in, int pieces, Rows<Incarnation> lives) {
        Rows<Tenure> table = table(in, pieces, lives);
        int[] column = Column.read(in, pieces, table.size(), "the tenures of the pieces");
        Tenures tenures = tenures(column, table);
        table.requireAllUsed();
        return tenures;
    }

    private static Rows<Tenure> table(FormReader in, int pieces, Rows<Incarnation> lives) {
        int begin = in.offset();
        int count = in.count(pieces, 1, "the number of tenures");
        long[] since = new long[count];
        for (int i = 0; i < count; i++) {
            since[i] = in.after(i == 0 ? 0 : since[i - 1], "the epoch of a tenure");
        }
        int[] from = Column.read(in, count, lives.size() + 1, "the former owners");
        int rulesStart = in.offset();
        int[] rules = Column.read(in, count, Codes.LIMIT, "the rules");
        List<List<Releaser>> releasers = ReleasersForm.read(in, since, lives);
        List<Tenure> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Rule rule = Codes.rule(rules[i], rulesStart);
            Optional<Incarnation> owner = from[i] == 0 ? Optional.empty() : Optional.of(lives.use(from[i] - 1));
            List<Releaser> waitedFor = releasers.get(i);
            long epoch = since[i];
            rows.add(in.build(begin, () -> new Tenure(epoch, owner, rule, waitedFor)));
            if (i > 0 && TenureTable.ORDER.compare(rows.get(i - 1), rows.get(i)) >= 0) {
                throw new CorruptFormException("tenure " + i + " is not after the one before", begin);
            }
        }
        return new Rows<>("tenure", begin, rows);
    }

    private static Tenures tenures(int[] column, Rows<Tenure> table) {
        if (column.length == 0) {
            return Tenures.all(0, Tenure.never(1));
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
