package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.testservers.needs.NeedsNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** node-redis: its plain client on a node that forwards requests, and its cluster client on nodes that redirect. */
@NeedsNode
@Timeout(120)
class NodeRedisTest {

    private static final int KEYS = 30;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void thePlainClientWorksOnAnyNode(int protocol) {
        try (TestCluster cluster = new TestCluster().with("n1", "n2", "n3").withMaps();
                NodeClient client = NodeClient.plain(cluster.node("n2").address(), protocol)) {
            assertThat(client.call("set", "\"a\",\"1\",{\"EX\":1000}")).isEqualTo("answer \"OK\"");
            assertThat(client.call("incrBy", "\"a\",41")).isEqualTo("answer 42");
            assertThat(client.call("expire", "\"a\",5000")).isEqualTo("answer 1");
            assertThat(client.call("persist", "\"a\"")).isEqualTo("answer 1");
            assertThat(client.call("ttl", "\"a\"")).isEqualTo("answer -1");
            assertThat(client.call("mSet", "{\"b\":\"2\",\"c\":\"3\"}")).isEqualTo("answer \"OK\"");
            assertThat(client.call("mGet", "[\"a\",\"b\",\"nothing\",\"c\"]"))
                    .isEqualTo("answer [\"42\",\"2\",null,\"3\"]");
            assertThat(client.call("append", "\"a\",\" or so\"")).isEqualTo("answer 8");
            assertThat(client.call("incr", "\"a\""))
                    .startsWith("error")
                    .endsWith("ERR value is not an integer or out of range");
            assertThat(client.call("del", "[\"a\",\"b\",\"c\",\"nothing\"]")).isEqualTo("answer 3");
            assertThat(client.call("info", "\"cluster\"")).contains("cluster_enabled:1");
        }
    }

    @Test
    void theClusterClientAsksTheOwners() throws RetriableException {
        try (TestCluster cluster = new TestCluster(settings -> settings.withRedirects(true))
                        .with("n1", "n2")
                        .withMaps();
                NodeClient client =
                        NodeClient.cluster(List.of(cluster.node("n1").address()))) {
            for (int i = 0; i < KEYS; i++) {
                client.set("key" + i, "value" + i);
            }
            cluster.with("n3");
            for (int i = 0; i < KEYS; i++) {
                assertThat(client.get("key" + i)).isEqualTo("value" + i);
            }
            assertThat(client.call("mGet", "[\"{one}a\",\"{one}b\"]")).isEqualTo("answer [null,null]");
            assertThat(cluster.nodes())
                    .allSatisfy(node -> assertThat(node.size()).isPositive());
        }
    }
}
