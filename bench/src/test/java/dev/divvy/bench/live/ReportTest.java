package dev.divvy.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    private static final Samples RATIO = new Samples(new double[] {0.5, 0.6, 0.9});

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @Test
    void oneTablePerPartAndTheMissedGoalsAtTheEnd() {
        report.add(Figure.plain("drain", "baseline", "events/s", new Samples(new double[] {40_000})));
        report.add(Figure.judged("drain", "ratio", "", RATIO, "at least 0.7", false));
        report.add(Figure.judged("takeover", "all", "s", new Samples(new double[] {3}), "below 5 s", true));
        report.print();
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.isEmpty()))
                .containsExactly(
                        "| drain | median | least to most | goal |",
                        "|---|---:|---:|---|",
                        "| baseline | 40,000 events/s | 40,000 to 40,000 |  |",
                        "| ratio | 0.60 | 0.50 to 0.90 | at least 0.7: **not met** |",
                        "| takeover | median | least to most | goal |",
                        "|---|---:|---:|---|",
                        "| all | 3.00 s | 3.00 to 3.00 | below 5 s: met |",
                        "goals met: 1 of 2",
                        "  not met: drain: ratio");
    }

    @Test
    void theSameAsJson(@TempDir Path folder) throws Exception {
        report.add(Figure.judged("drain", "ratio", "", RATIO, "at least 0.7", false));
        report.write(folder.resolve("out.json"));
        assertThat(Files.readString(folder.resolve("out.json"))).isEqualTo("""
                        [
                          {"part": "drain", "name": "ratio", "unit": "", "median": 0.600, "least": 0.500, "most": 0.900, "goal": "at least 0.7", "met": false}
                        ]
                        """);
    }
}
