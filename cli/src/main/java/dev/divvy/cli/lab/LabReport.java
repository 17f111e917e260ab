package dev.divvy.cli.lab;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The outcomes of the lab as {@code divvy lab} prints them. */
record LabReport(LabSettings setup, List<AllocatorResult> outcomes) {

    /** Returns a table, with what was done above it and how to read it below. */
    public String table() {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        lines.add("");
        Columns columns = new Columns();
        columns.row("", "", "", "moved /", "worst", "worst", "ranges a", "time a", "");
        columns.row("allocator", "moved", "bound", "bound", "max/mean", "spread", "member", "change", "exact");
        outcomes.forEach(outcome -> columns.row(cells(outcome)));
        lines.addAll(columns.lines());
        lines.add("");
        lines.add("bound   the fewest pieces that the events could move, in a cluster balanced before and after each.");
        lines.add(
                "spread  the most pieces of a member minus the fewest. ranges: contiguous runs, at the end. time: median.");
        lines.add("exact   every piece owned and no two members more than one piece apart, after every event.");
        lines.add(lesson());
        return String.join(System.lineSeparator(), lines);
    }

    private String title() {
        return String.format(
                "%s, %s at first and about %d to %d later, %s (seed %d): the same for every allocator.",
                Numbers.count(setup.pieces(), "token"),
                Numbers.count(setup.members(), "member"),
                setup.least(),
                setup.most(),
                Numbers.count(setup.events(), "change"),
                setup.seed());
    }

    private static String[] cells(AllocatorResult outcome) {
        return new String[] {
            outcome.allocator(),
            Numbers.whole(outcome.moves().moved()),
            Numbers.whole(outcome.moves().bound()),
            Numbers.times(outcome.moves().ratio()),
            Numbers.times(outcome.balance().maxOverMean()),
            Numbers.whole(outcome.balance().spread()),
            Numbers.shortened(outcome.ranges()),
            Numbers.micros(outcome.microsPerChange()),
            outcome.balance().exact() ? "yes" : "no"
        };
    }

    /** Returns which allocators did both, and what a ratio below 1 means where there is one. */
    private String lesson() {
        List<String> best = outcomes.stream()
                .filter(outcome -> outcome.balance().exact() && outcome.moves().excess() == 0)
                .map(AllocatorResult::allocator)
                .toList();
        boolean below = outcomes.stream().anyMatch(outcome -> outcome.moves().excess() < 0);
        String who = best.isEmpty()
                ? "Read: nobody here is exact without moving more than the bound."
                : "Read: exact and not one move too many: " + String.join(", ", best) + ".";
        return who + (below ? " Below 1.00x is bought with uneven load." : "");
    }

    /** Returns a JSON array, one object per allocator. */
    public String json() {
        return JSON.std
                .with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                .asString(outcomes.stream().map(this::row).toList());
    }

    private Map<String, Object> row(AllocatorResult outcome) {
        MoveCount moves = outcome.moves();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("allocator", outcome.allocator());
        row.put("moved", moves.moved());
        row.put("bound", moves.bound());
        row.put("excess", moves.excess());
        // JSON has no infinity: a ratio to nothing is null.
        row.put("ratio", Double.isFinite(moves.ratio()) ? rounded(moves.ratio()) : null);
        row.put("maxOverMean", rounded(outcome.balance().maxOverMean()));
        row.put("spread", outcome.balance().spread());
        row.put("exact", outcome.balance().exact());
        row.put("ranges", rounded(outcome.ranges()));
        row.put("microsPerChange", rounded(outcome.microsPerChange()));
        row.put("events", setup.events());
        row.put("members", setup.members());
        row.put("pieces", setup.pieces());
        row.put("seed", setup.seed());
        row.put(
                "laws",
                outcome.laws().stream()
                        .map(law -> law.name().toLowerCase(Locale.ROOT))
                        .sorted()
                        .toList());
        return row;
    }

    private static double rounded(double value) {
        return Math.round(value * 10_000) / 10_000.0;
    }

    /** Returns load and moves over time as comma-separated values, one line per allocator and step. */
    public String csv() {
        StringBuilder csv = new StringBuilder("allocator,event,maxOverMean,moved,bound\n");
        for (AllocatorResult outcome : outcomes) {
            for (AllocatorResult.Point point : outcome.timeline()) {
                csv.append(String.format(
                        Locale.ROOT,
                        "%s,%d,%.4f,%d,%d\n",
                        outcome.allocator(),
                        point.event(),
                        point.maxOverMean(),
                        point.moves().moved(),
                        point.moves().bound()));
            }
        }
        return csv.toString();
    }
}
