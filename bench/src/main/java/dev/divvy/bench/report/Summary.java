package dev.divvy.bench.report;

import dev.divvy.bench.peer.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The results as tables, one a group, and which goals are met. */
public final class Summary {

    private static final String ROW = "  %-26s %9s %21s %8s %10s  %s";
    private static final String FIGURES_ROW = "  %-26s %9s %9s %12s %8s";

    private final List<Line> lines;

    public Summary(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    public void print(PrintStream out) {
        Map<String, List<Line>> groups = new LinkedHashMap<>();
        for (Line line : lines) {
            groups.computeIfAbsent(line.group(), group -> new ArrayList<>()).add(line);
        }
        groups.forEach((group, members) -> {
            out.println(group);
            out.println(row(ROW, "", "median", "least to most", "ratio", "B/op", "goal"));
            Optional<Line> measure = members.stream().filter(Line::ours).findFirst();
            members.forEach(line -> out.println(row(line, measure)));
            out.println();
        });
        printVerdict(groups.values().stream().flatMap(List::stream).toList(), out);
    }

    private static void printVerdict(List<Line> inOrder, PrintStream out) {
        List<Line> judged =
                inOrder.stream().filter(line -> line.goal().isPresent()).toList();
        List<Line> missed = judged.stream().filter(Line::misses).toList();
        out.println("goals met: " + (judged.size() - missed.size()) + " of " + judged.size());
        missed.forEach(line -> out.println("  not met: " + line.group() + ": " + line.label()));
    }

    private static String row(Line line, Optional<Line> measure) {
        Measured cost = line.measured();
        return row(
                ROW,
                line.label(),
                Time.of(cost.nanos()),
                Time.of(cost.least()) + " to " + Time.of(cost.most()),
                measure.map(ours -> decimals(2, cost.nanos() / ours.measured().nanos()))
                        .orElse("-"),
                Goal.isNone(cost.bytes()) ? "0" : decimals(0, cost.bytes()),
                line.goal()
                        .map(goal -> goal + (line.misses() ? ": not met" : ": met"))
                        .orElse(""));
    }

    public static void printFigures(List<Figures> figures, PrintStream out) {
        out.println();
        out.println("what they move over the same changes, and how even the members stay");
        out.println(row(FIGURES_ROW, "", "moved", "bound", "moved/bound", "max-min"));
        for (Figures one : figures) {
            String ratio = decimals(3, (double) one.moved() / one.bound());
            out.println(row(FIGURES_ROW, one.name(), one.moved(), one.bound(), ratio, one.spread()));
        }
    }

    private static String row(String format, Object... cells) {
        return String.format(Locale.ROOT, format, cells).stripTrailing();
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
