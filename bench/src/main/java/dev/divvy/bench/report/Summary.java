package dev.divvy.bench.report;

import dev.divvy.bench.peer.MoveCounts;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Prints the results as one table per group, and the goals that are met and missed. */
public final class Summary {

    private static final String ROW = "  %-26s %9s %21s %8s %10s  %s";
    private static final String MOVES_ROW = "  %-26s %9s %9s %12s %8s";

    private final List<ResultRow> rows;

    public Summary(List<ResultRow> rows) {
        this.rows = List.copyOf(rows);
    }

    public void print(PrintStream out) {
        Map<String, List<ResultRow>> groups = new LinkedHashMap<>();
        for (ResultRow row : rows) {
            groups.computeIfAbsent(row.group(), group -> new ArrayList<>()).add(row);
        }
        groups.forEach((group, members) -> {
            out.println(group);
            out.println(row(ROW, "", "median", "least to most", "ratio", "B/op", "goal"));
            Optional<ResultRow> baseline =
                    members.stream().filter(ResultRow::ours).findFirst();
            members.forEach(row -> out.println(row(row, baseline)));
            out.println();
        });
        printVerdict(groups.values().stream().flatMap(List::stream).toList(), out);
    }

    private static void printVerdict(List<ResultRow> inOrder, PrintStream out) {
        List<ResultRow> judged =
                inOrder.stream().filter(row -> row.goal().isPresent()).toList();
        List<ResultRow> missed = judged.stream().filter(ResultRow::misses).toList();
        out.println("goals met: " + (judged.size() - missed.size()) + " of " + judged.size());
        missed.forEach(row -> out.println("  not met: " + row.group() + ": " + row.label()));
    }

    private static String row(ResultRow row, Optional<ResultRow> baseline) {
        Measurement cost = row.measurement();
        return row(
                ROW,
                row.label(),
                TimeFormat.of(cost.nanos()),
                TimeFormat.of(cost.least()) + " to " + TimeFormat.of(cost.most()),
                baseline.map(ours ->
                                decimals(2, cost.nanos() / ours.measurement().nanos()))
                        .orElse("-"),
                Goal.isNone(cost.bytes()) ? "0" : decimals(0, cost.bytes()),
                row.goal()
                        .map(goal -> goal + (row.misses() ? ": not met" : ": met"))
                        .orElse(""));
    }

    public static void printMoveCounts(List<MoveCounts> counts, PrintStream out) {
        out.println();
        out.println("pieces moved by the same changes, and how even the members stay");
        out.println(row(MOVES_ROW, "", "moved", "bound", "moved/bound", "max-min"));
        for (MoveCounts count : counts) {
            String ratio = decimals(3, (double) count.moved() / count.bound());
            out.println(row(MOVES_ROW, count.name(), count.moved(), count.bound(), ratio, count.spread()));
        }
    }

    private static String row(String format, Object... cells) {
        return String.format(Locale.ROOT, format, cells).stripTrailing();
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
