package dev.divvy.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                            | name what to measure: allocation, outbox, distributor, cache, dashboard",
                "disk                          | there is no benchmark \"disk\"; choose one of allocation, outbox, distributor, cache, dashboard",
                "cache --only drain            | the cache has no part \"drain\"; choose one of members, plain, copies, redis, memory, changes, start, waits, large-join, pauses",
                "outbox --only disk            | the outbox has no part \"disk\"; choose one of drain, slow-handler, statements, latency, takeover, pause, snapshot, retention",
                "distributor --only drain      | the distributor has no part \"drain\"; choose one of replan, ping, takeover, moves",
                "allocation --fast             | \"--fast\" is not an option; the options are --quick, --only WORD and --json FILE",
                "allocation --only             | --only needs a value after it",
                "allocation --only [           | --only \"[\" is not a regular expression: Unclosed character class",
                "allocation --json /none/x     | --json /none/x cannot be written; name a file in a folder that exists",
                "allocation --only nothingSuch | no benchmark of allocation has \"nothingSuch\" in its name; try KeyToOwner, HashToOwner, Replan, kafka",
            })
    void wrongUsageIsOneLineAndExitCodeTwo(String line, String message) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = line.isEmpty() ? new String[0] : line.split(" ");
        int code = Bench.run(
                words,
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly("divvy bench: " + message);
        assertThat(code).isEqualTo(2);
    }

    @Test
    void optionsAreAcceptedInAnyOrder() {
        Arguments arguments = Arguments.parse(List.of("allocation", "--json", "out.json", "--only", "jump", "--quick"));
        assertThat(arguments.quick()).isTrue();
        assertThat(arguments.only()).isEqualTo("jump");
        assertThat(arguments.json()).contains(Path.of("out.json"));
    }
}
