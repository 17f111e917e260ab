package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A node whose memory is too small for the copies that it keeps. */
class FullCopiesTest {

    private static final int KEYS = 3000;
    private static final long SMALL = 1 << 20;
    private static final String VALUE = "x".repeat(1000);

    /** Every node has every entry, and n2 has room for a third of them. */
    private static TestCluster cluster() {
        return new TestCluster(settings -> settings.withTokens(8)
                        .withBackups(2)
                        .withMaxMemory(settings.name().equals("n2") ? SMALL : 64 * SMALL))
                .with("n1", "n2", "n3");
    }

    private static void fill(TestCluster cluster) {
        try (RespClient client = cluster.client("n3")) {
            client.fill(KEYS, i -> VALUE);
        }
    }

    private static List<?> values(RespClient client) {
        return client.askList(
                Stream.concat(Stream.of("MGET"), IntStream.range(0, KEYS).mapToObj(i -> "k" + i))
                        .toArray(String[]::new));
    }

    @Test
    void anAnsweredDeletionStaysAlthoughTheOwnerLackedTheKey() {
        try (TestCluster cluster = cluster()) {
            fill(cluster);
            cluster.stop("n1");
            cluster.awaitCalm();
            try (RespClient client = cluster.client("n3")) {
                IntStream.range(0, KEYS).forEach(i -> client.send(i % 2 == 0 ? "DEL" : "GETDEL", "k" + i));
                client.flush();
                IntStream.range(0, KEYS).forEach(i -> client.receive());
                cluster.stop("n2");
                cluster.awaitCalm();
                assertThat(Collections.frequency(values(client), VALUE))
                        .as("keys that are back after their deletion")
                        .isZero();
            }
        }
    }

    @Test
    void noEntryIsBackThatAReaderDidNotFind() {
        try (TestCluster cluster = cluster()) {
            fill(cluster);
            cluster.stop("n1");
            cluster.awaitCalm();
            try (RespClient client = cluster.client("n3")) {
                List<?> before = values(client);
                cluster.stop("n2");
                cluster.awaitCalm();
                List<?> after = values(client);
                assertThat(IntStream.range(0, KEYS).filter(i -> before.get(i) == null && after.get(i) != null))
                        .as("keys that were not found and are back")
                        .isEmpty();
            }
        }
    }

    @Test
    void theOwnersEvictUntilTheCopiesFit() {
        try (TestCluster cluster = cluster()) {
            fill(cluster);
            TestCluster.until("n2 is within its limit", () -> memory(cluster, "n2") <= SMALL);
            assertThat(memory(cluster, "n2"))
                    .as("no more is evicted than must be")
                    .isGreaterThan(SMALL / 2);
            TestCluster.until(
                    "every node has the same entries",
                    () -> cluster.nodes().stream()
                                    .map(node -> node.size() + cluster.counter(node.name(), "copies"))
                                    .distinct()
                                    .count()
                            == 1);
        }
    }

    private static long memory(TestCluster cluster, String node) {
        try (RespClient client = cluster.client(node)) {
            String info = String.valueOf(client.ask("INFO", "memory"));
            return Long.parseLong(info.replaceAll("(?s).*\r\nused_memory:(\\d+).*", "$1"));
        }
    }
}
