package dev.divvy.cli.lab;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The results of the lab as {@code divvy lab} prints them. */
record LabReport(LabSettings settings, List<AllocatorResult> results) {

    /** Returns a table, with a description of the run above it and a legend below. */
    public String table() {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        lines.add("");
        Columns columns = new Columns();
        columns.row("", "", "", "moved /", "worst", "worst", "ranges per", "time per", "");
        columns.row("allocator", "moved", "bound", "bound", "max/mean", "spread", "member", "change", "exact");
        results.forEach(result -> columns.row(cells(result)));
        lines.addAll(columns.lines());
        lines.add("");
        lines.add(
                "bound   the fewest pieces that the events had to move, in a cluster balanced before and after each.");
        lines.add(
                "spread  pieces of the fullest member minus those of the emptiest. ranges: contiguous, at the end. time: median.");
        lines.add("exact   every piece owned and no two members more than one piece apart, after every event.");
        lines.add(conclusion());
        return String.join(System.lineSeparator(), lines);
    }

    private String title() {
        return String.format(
                "%s, %s at the start and about %d to %d later, %s (seed %d): the same for every allocator.",
                Numbers.count(settings.pieces(), "token"),
                Numbers.count(settings.members(), "member"),
                settings.least(),
                settings.most(),
                Numbers.count(settings.events(), "change"),
                settings.seed());
    }

    private static String[] cells(AllocatorResult result) {
        return new String[] {
            result.allocator(),
            Numbers.whole(result.moves().moved()),
            Numbers.whole(result.moves().bound()),
            Numbers.times(result.moves().ratio()),
            Numbers.times(result.balance().maxOverMean()),
            Numbers.whole(result.balance().spread()),
            Numbers.shortened(result.ranges()),
            Numbers.micros(result.microsPerChange()),
            result.balance().exact() ? "yes" : "no"
        };
    }

    /** Returns the allocators that are exact without excess moves, and the meaning of a ratio below 1 where there is one. */
    private String conclusion() {
        List<String> best = results.stream()
                .filter(result -> result.balance().exact() && result.moves().excess() == 0)
                .map(AllocatorResult::allocator)
                .toList();
        boolean below = results.stream().anyMatch(result -> result.moves().excess() < 0);
        String exact = best.isEmpty()
                ? "No allocator here is exact without moving more than the bound."
                : "Exact, with no move beyond the bound: " + String.join(", ", best) + ".";
        return exact + (below ? " A ratio below 1.00x comes at the price of uneven load." : "");
    }

    /** Returns a JSON array, one object per allocator. */
    public String json() {
        return JSON.std
                .with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                .asString(results.stream().map(this::row).toList());
    }

    private Map<String, Object> row(AllocatorResult result) {
        MoveCount moves = result.moves();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("allocator", result.allocator());
        row.put("moved", moves.moved());
        row.put("bound", moves.bound());
        row.put("excess", moves.excess());
        // JSON has no infinity: a ratio to nothing is null.
        row.put("ratio", Double.isFinite(moves.ratio()) ? rounded(moves.ratio()) : null);
        row.put("maxOverMean", rounded(result.balance().maxOverMean()));
        row.put("spread", result.balance().spread());
        row.put("exact", result.balance().exact());
        row.put("ranges", rounded(result.ranges()));
        row.put("microsPerChange", rounded(result.microsPerChange()));
        row.put("events", settings.events());
        row.put("members", settings.members());
        row.put("pieces", settings.pieces());
        row.put("seed", settings.seed());
        row.put(
                "laws",
                result.laws().stream()
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
        for (AllocatorResult result : results) {
            for (AllocatorResult.Point point : result.timeline()) {
                csv.append(String.format(
                        Locale.ROOT,
                        "%s,%d,%.4f,%d,%d\n",
                        result.allocator(),
                        point.event(),
                        point.maxOverMean(),
                        point.moves().moved(),
                        point.moves().bound()));
            }
        }
        return csv.toString();
    }
}
