package dev.divvy.cli.report;

import dev.divvy.cli.lab.Moves;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Setup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/** The outcomes as a JSON array, one object an allocator. */
public final class JsonReport {

    private JsonReport() {}

    public static String of(Setup setup, List<Outcome> outcomes) {
        List<Map<String, Object>> rows =
                outcomes.stream().map(outcome -> row(setup, outcome)).toList();
        return JSON.std
                .with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                .asString(rows);
    }

    private static Map<String, Object> row(Setup setup, Outcome outcome) {
        Moves moves = outcome.moves();
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
}
