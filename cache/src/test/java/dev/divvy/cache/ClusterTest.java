package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes join and leave, any of them answers for any key, and no more entries move than necessary. */
class ClusterTest {

    private static final int KEYS = 5000;

    private static void fill(TestCluster cluster, String name) {
        try (RespClient client = cluster.client(name)) {
            for (int i = 1; i <= KEYS; i++) {
                client.send("SET", "k_1_" + i, Integer.toString(i));
            }
            client.flush();
            for (int i = 1; i <= KEYS; i++) {
                assertThat(client.receive()).isEqualTo("OK");
            }
        }
    }

    private static void readAll(TestCluster cluster, String name) {
        try (RespClient client = cluster.client(name)) {
            for (int i = 1; i <= KEYS; i++) {
                client.send("GET", "k_1_" + i);
            }
            client.flush();
            for (int i = 1; i <= KEYS; i++) {
                assertThat(client.receive()).as("key %d through %s", i, name).isEqualTo(Integer.toString(i));
            }
        }
    }

    private static Map<String, Long> sizes(TestCluster cluster) {
        Map<String, Long> sizes = new TreeMap<>();
        cluster.nodes().forEach(node -> sizes.put(node.name(), node.size()));
        return sizes;
    }

    /** Waits until no node keeps an entry of a token that it does not serve. */
    private static void awaitNoForeignEntries(TestCluster cluster) {
        for (CacheNode node : cluster.nodes()) {
            try (RespClient client = new RespClient(node.address())) {
                TestCluster.until(
                        node.name() + " keeps no copy",
                        () -> String.valueOf(client.ask("DIVVY.COUNTERS"))
                                .contains("copies, 0, foreign, 0, unsettled, 0, lost, 0"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16384, 1000, 10})
    void joinsAndLeavesLoseNoEntry(int tokens) {
        try (TestCluster cluster = new TestCluster(settings -> settings.withTokens(tokens)).with("n1", "n2", "n3")) {
            fill(cluster, "n1");
            assertThat(cluster.size()).isEqualTo(KEYS);
            readAll(cluster, "n2");
            Map<String, Long> before = sizes(cluster);

            cluster.with("n4");
            readAll(cluster, "n4");
            assertThat(cluster.size()).isEqualTo(KEYS);
            assertThat(cluster.node("n4").size()).isPositive();
            assertThat(sizes(cluster))
                    .allSatisfy((name, size) -> assertThat(size)
                            .as("%s gains no entries", name)
                            .isLessThanOrEqualTo(before.getOrDefault(name, Long.MAX_VALUE)));
            awaitNoForeignEntries(cluster);

            cluster.stop("n2");
            cluster.awaitCalm();
            assertThat(cluster.size()).isEqualTo(KEYS);
            readAll(cluster, "n1");
            awaitNoForeignEntries(cluster);
        }
    }

    @Test
    void commandsAboutManyKeysRunOnTheNodesThatHaveThem() {
        try (TestCluster cluster = new TestCluster().with("n1", "n2", "n3");
                RespClient client = cluster.client("n2")) {
            assertThat(client.ask("MSET", "a", "1", "b", "2", "c", "3", "a", "4"))
                    .isEqualTo("OK");
            assertThat(client.ask("MGET", "a", "b", "nothing", "c"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .containsExactly("4", "2", null, "3");
            assertThat(client.ask("EXISTS", "a", "b", "nothing", "a")).isEqualTo(3L);
            assertThat(client.ask("DEL", "a", "b", "nothing")).isEqualTo(2L);
            assertThat(cluster.size()).isEqualTo(1);
        }
    }
}
