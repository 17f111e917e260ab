package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The page that lists all metrics, compared with what is served. */
final class MetricsPage {

    private static final String FILE = "docs/reference/metrics.md";

    private MetricsPage() {}

    /** Checks that the page lists exactly the metrics of this prefix that a process serves, with their types and descriptions. */
    static void check(String prefix, String served) {
        List<String> expected = Pattern.compile(
                        "# HELP (" + prefix + "\\w+) +(.*)\n# TYPE \\w+ (\\w+)\n", Pattern.MULTILINE)
                .matcher(served)
                .results()
                .map(MetricsPage::row)
                .sorted()
                .toList();
        assertThat(expected).isNotEmpty();
        assertThat(rows(prefix)).as(FILE).containsExactlyElementsOf(expected);
    }

    private static String row(MatchResult metric) {
        return "| `" + metric.group(1) + "` | " + metric.group(3) + " | " + metric.group(2) + " |";
    }

    private static List<String> rows(String prefix) {
        try {
            return Files.readAllLines(Repository.root().resolve(FILE)).stream()
                    .filter(line -> line.startsWith("| `" + prefix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
