package dev.divvy.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.live.Report;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.needs.NeedsRedisTools;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NeedsRedis
@NeedsRedisTools
@Timeout(120)
class CacheBenchTest {

    private static final CacheScale SMALL = new CacheScale(1, 20, 50, 640, 5_000, 1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** The other parts start a dozen processes, and the tests of the cache cover what they do. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"redis, '| redis-benchmark -P 64 |', | MSET", "memory, '| bytes per entry |', '| Redis, one server'"})
    void aPartRunsAloneAndReportsItsFigures(String only, String table, String row) throws Exception {
        Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        new CacheBench().run(SMALL, only, report);
        report.print();
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().map(String::strip))
                .startsWith(only)
                .anyMatch(line -> line.startsWith(table))
                .anyMatch(line -> line.startsWith(row));
    }
}
