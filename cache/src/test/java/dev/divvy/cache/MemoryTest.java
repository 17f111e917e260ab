package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import org.junit.jupiter.api.Test;

/** A node with a memory limit. */
class MemoryTest {

    private static final long MAX_MEMORY = 1 << 20;
    private static final String VALUE = "x".repeat(1000);

    @Test
    void everyKindOfWriteEvictsEntriesAboveTheLimit() {
        try (TestCluster cluster = new TestCluster(
                                settings -> settings.withMaxMemory(MAX_MEMORY).withTokens(64))
                        .with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < 5000; i++) {
                client.send("SET", "one" + i, VALUE);
            }
            client.flush();
            for (int i = 0; i < 5000; i++) {
                assertThat(client.receive()).isEqualTo("OK");
            }
            assertFits(cluster);
            for (int i = 0; i < 500; i++) {
                client.send("MSET", "a" + i, VALUE, "b" + i, VALUE, "c" + i, VALUE, "d" + i, VALUE);
            }
            client.flush();
            for (int i = 0; i < 500; i++) {
                assertThat(client.receive()).isEqualTo("OK");
            }
            assertFits(cluster);
            assertThat(client.ask("GET", "d499")).as("the last write").isEqualTo(VALUE);
        }
    }

    /** Asserts that every node is about within its limit: entries are evicted before a write, so the last writes may exceed it. */
    private static void assertFits(TestCluster cluster) {
        assertThat(cluster.nodes()).allSatisfy(node -> {
            assertThat(node.stats().bytes()).as(node.name()).isBetween(MAX_MEMORY / 2, MAX_MEMORY + 10_000);
            assertThat(node.stats().evicted()).as(node.name()).isPositive();
        });
    }
}
