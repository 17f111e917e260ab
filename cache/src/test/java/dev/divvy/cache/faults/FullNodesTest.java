package dev.divvy.cache.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes whose memory is full, as processes with a small heap. */
@Tag("long")
class FullNodesTest {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(5);
    private static final int BATCH = 1000;
    private static final int VALUE = 1000;

    /** Half of the heap of 128 MB. */
    private static final long LIMIT = 64L << 20;

    @Test
    void theLastOfThreeFullNodesReceivesTheEntriesOfTheOthersAndKeepsItsLimit() {
        try (ProcessCluster cluster = ProcessCluster.replicated(3, TIME_TO_LIVE, 0)) {
            try {
                fillAndLeave(cluster);
            } catch (RuntimeException | AssertionError e) {
                throw cluster.withOutput(e);
            }
        }
    }

    private static void fillAndLeave(ProcessCluster cluster) {
        cluster.startAll();
        try (RespClient client = cluster.client(3)) {
            String value = "x".repeat(VALUE);
            for (int batch = 0; batch < 4 * LIMIT / BATCH / VALUE; batch++) {
                for (int i = 0; i < BATCH; i++) {
                    client.send("SET", "k" + batch + "-" + i, value);
                }
                client.flush();
                for (int i = 0; i < BATCH; i++) {
                    assertThat(client.receive()).isEqualTo("OK");
                }
            }
            TestProcess one = cluster.beginStop(1);
            TestProcess two = cluster.beginStop(2);
            one.awaitEnd();
            two.awaitEnd();
            assertThat(client.ask("SET", "k", "v")).isEqualTo("OK");
            assertThat(client.ask("GET", "k")).isEqualTo("v");
            assertThat(client.counter("memory")).isBetween(LIMIT / 2, LIMIT + LIMIT / 4);
        }
        assertThat(cluster.process(3).tail()).doesNotContain("OutOfMemory");
    }
}
