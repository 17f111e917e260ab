package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.testservers.needs.NeedsNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** node-redis: its plain client at a node that asks the others, and its cluster client at nodes that redirect. */
@NeedsNode
@Timeout(120)
class NodeRedisTest {

    private static final int KEYS = 30;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void thePlainClientWorksAtAnyNode(int protocol) {
        try (Fleet fleet = new Fleet().with("n1", "n2", "n3").withMaps();
                NodeClient client = NodeClient.plain(fleet.node("n2").address(), protocol)) {
            assertThat(client.tell("set", "\"a\",\"1\",{\"EX\":1000}")).isEqualTo("answer \"OK\"");
            assertThat(client.tell("incrBy", "\"a\",41")).isEqualTo("answer 42");
            assertThat(client.tell("expire", "\"a\",5000")).isEqualTo("answer 1");
            assertThat(client.tell("persist", "\"a\"")).isEqualTo("answer 1");
            assertThat(client.tell("ttl", "\"a\"")).isEqualTo("answer -1");
            assertThat(client.tell("mSet", "{\"b\":\"2\",\"c\":\"3\"}")).isEqualTo("answer \"OK\"");
            assertThat(client.tell("mGet", "[\"a\",\"b\",\"nothing\",\"c\"]"))
                    .isEqualTo("answer [\"42\",\"2\",null,\"3\"]");
            assertThat(client.tell("append", "\"a\",\" or so\"")).isEqualTo("answer 8");
            assertThat(client.tell("incr", "\"a\""))
                    .startsWith("error")
                    .endsWith("ERR value is not an integer or out of range");
            assertThat(client.tell("del", "[\"a\",\"b\",\"c\",\"nothing\"]")).isEqualTo("answer 3");
            assertThat(client.tell("info", "\"cluster\"")).contains("cluster_enabled:1");
        }
    }

    @Test
    void theClusterClientAsksTheOwners() throws Setback {
        try (Fleet fleet = new Fleet(settings -> settings.withRedirects(true))
                        .with("n1", "n2")
                        .withMaps();
                NodeClient client = NodeClient.cluster(List.of(fleet.node("n1").address()))) {
            for (int i = 0; i < KEYS; i++) {
                client.set("key" + i, "value" + i);
            }
            fleet.with("n3");
            for (int i = 0; i < KEYS; i++) {
                assertThat(client.get("key" + i)).isEqualTo("value" + i);
            }
            assertThat(client.tell("mGet", "[\"{one}a\",\"{one}b\"]")).isEqualTo("answer [null,null]");
            assertThat(fleet.nodes()).allSatisfy(node -> assertThat(node.size()).isPositive());
        }
    }
}
