package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2FileTest {

    @Test
    void processesThatOpenOneFileAtTheSameMomentAllGetIn(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:" + folder.resolve("shop") + ";AUTO_SERVER=TRUE";
        List<Program> programs = IntStream.range(0, 5)
                .mapToObj(i -> Program.start(folder, List.of("outbox", "schema", "--jdbc", url)))
                .toList();
        try {
            for (Program program : programs) {
                assertThat(program.process().waitFor(Program.LONG.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(program.process().exitValue()).as(program.output()).isZero();
            }
        } finally {
            programs.forEach(Program::close);
        }
    }
}
