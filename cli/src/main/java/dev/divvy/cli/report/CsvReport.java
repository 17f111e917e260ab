package dev.divvy.cli.report;

import dev.divvy.cli.lab.Outcome;
import java.util.List;
import java.util.Locale;

/** Load and moves over time as comma-separated values, one line per allocator and step. */
public final class CsvReport {

    private CsvReport() {}

    public static String of(List<Outcome> outcomes) {
        StringBuilder csv = new StringBuilder("allocator,event,maxOverMean,moved,bound\n");
        outcomes.forEach(outcome -> outcome.timeline()
                .forEach(point -> csv.append(String.format(
                        Locale.ROOT,
                        "%s,%d,%.4f,%d,%d\n",
                        outcome.allocator(),
                        point.event(),
                        point.maxOverMean(),
                        point.moves().moved(),
                        point.moves().bound()))));
        return csv.toString();
    }
}
