package dev.divvy.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.live.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePausesTest {

    @Test
    void pausesAreReadFromTheLogOfTheJvm(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("safepoints.log");
        Files.write(
                log,
                List.of(
                        "[0.1s][info][safepoint] Safepoint \"G1CollectForAllocation\", Time since last: 9 ns, Reaching safepoint: 1 ns,"
                                + " At safepoint: 2 ns, Total: 2500000 ns",
                        "[0.2s][info][safepoint] Safepoint \"ZMarkStart\", Time since last: 9 ns, Reaching safepoint: 1 ns, Cleanup: 3 ns,"
                                + " At safepoint: 2 ns, Total:   500000 ns",
                        "[0.3s][info][safepoint] something else"));
        Samples pauses = NodePauses.pauses(log);
        assertThat(pauses.size()).isEqualTo(2);
        assertThat(pauses.most()).isEqualTo(2.5);
        assertThat(pauses.least()).isEqualTo(0.5);
    }
}
