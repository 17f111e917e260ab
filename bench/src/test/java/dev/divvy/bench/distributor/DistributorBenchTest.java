package dev.divvy.bench.distributor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.live.Report;
import dev.divvy.testservers.needs.NeedsRedis;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NeedsRedis
@Timeout(60)
class DistributorBenchTest {

    private static final DistributorScale SMALL =
            new DistributorScale(20, 500, 1, new DistributorScale.Pings(8, 2, 0, 1), 1, 4);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Takeovers take seconds and are tested in the distributor. The number of pings that time out depends on the load of the machine. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "replan, '| replan, stable, 20 services x 500 units |', | changes in Redis by such polls | 0.00, : met",
        "ping, '| ping round, 8 services, of which 2 refuse and 0 hang |', | wrong results in them |, met",
        "moves, '| moved / fewest, about 10 services x 1,000 units |', | sticky | 1.00, : met"
    })
    void aPartRunsAloneAndItsFiguresAreJudged(String only, String table, String row, String verdict) throws Exception {
        Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        new DistributorBench().run(SMALL, only, report);
        report.print();
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().map(String::strip))
                .startsWith(only)
                .anyMatch(line -> line.startsWith(table))
                .anyMatch(line -> line.startsWith(row) && line.contains(verdict));
    }
}
