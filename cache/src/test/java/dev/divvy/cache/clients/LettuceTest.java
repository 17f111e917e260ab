package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.testcluster.TestCluster;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lettuce: its plain client on a node that forwards requests, and its cluster client on nodes that redirect. */
@Timeout(120)
class LettuceTest {

    private static final int KEYS = 200;

    @Test
    void thePlainClientWorksOnAnyNode() throws Exception {
        try (TestCluster cluster = new TestCluster().with("n1", "n2", "n3").withMaps()) {
            RedisClient client = RedisClient.create(RedisURI.builder()
                    .withHost("127.0.0.1")
                    .withPort(cluster.node("n1").address().getPort())
                    .withTimeout(TestCluster.TIMEOUT)
                    .build());
            try (StatefulRedisConnection<String, String> connection = client.connect()) {
                RedisCommands<String, String> sync = connection.sync();
                assertThat(sync.set("a", "1", SetArgs.Builder.ex(1000))).isEqualTo("OK");
                assertThat(sync.ttl("a")).isBetween(1L, 1000L);
                assertThat(sync.incrby("a", 41)).isEqualTo(42);
                assertThat(sync.setGet("a", "text")).isEqualTo("42");
                assertThatThrownBy(() -> sync.incr("a"))
                        .isInstanceOf(RedisCommandExecutionException.class)
                        .hasMessage("ERR value is not an integer or out of range");
                assertThat(sync.mset(Map.of("b", "2", "c", "3"))).isEqualTo("OK");
                assertThat(sync.mget("b", "nothing", "c"))
                        .containsExactly(KeyValue.just("b", "2"), KeyValue.empty("nothing"), KeyValue.just("c", "3"));
                assertThat(sync.del("a", "b", "c", "nothing")).isEqualTo(3);
                List<RedisFuture<Long>> replies = new ArrayList<>();
                for (int i = 0; i < KEYS; i++) {
                    replies.add(connection.async().incr("counter" + i % 10));
                }
                for (int i = 0; i < KEYS; i++) {
                    assertThat(replies.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(1 + i / 10);
                }
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }
    }

    @Test
    void theClusterClientAsksTheOwnersAndFollowsTheClusterAsItGrowsAndShrinks() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withRedirects(true))
                        .with("n1", "n2")
                        .withMaps();
                LettuceClient lettuce =
                        new LettuceClient(List.of(cluster.node("n1").address()))) {
            RedisAdvancedClusterCommands<String, String> sync =
                    lettuce.connection().sync();
            Map<String, String> all = new TreeMap<>();
            for (int i = 0; i < KEYS; i++) {
                all.put("key" + i, "value" + i);
            }
            assertThat(sync.mset(all)).isEqualTo("OK");
            cluster.with("n3");
            awaitKnown(lettuce, cluster);
            cluster.stop("n1");
            cluster.awaitCalm();
            awaitKnown(lettuce, cluster);
            assertThat(sync.mget(all.keySet().toArray(String[]::new)))
                    .containsExactlyElementsOf(all.entrySet().stream()
                            .map(entry -> KeyValue.just(entry.getKey(), entry.getValue()))
                            .toList());
            assertThat(sync.dbsize()).isEqualTo(KEYS);
            assertThat(scanned(sync)).containsExactlyInAnyOrderElementsOf(all.keySet());
            assertThat(cluster.nodes())
                    .allSatisfy(node -> assertThat(node.size()).isPositive());
        }
    }

    private static void awaitKnown(LettuceClient lettuce, TestCluster cluster) {
        List<Integer> ports = cluster.nodes().stream()
                .map(CacheNode::address)
                .map(address -> address.getPort())
                .sorted()
                .toList();
        TestCluster.until("Lettuce knows the nodes", () -> lettuce.ports().equals(ports));
    }

    private static List<String> scanned(RedisAdvancedClusterCommands<String, String> sync) {
        List<String> found = new ArrayList<>();
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            KeyScanCursor<String> next = sync.scan(cursor, ScanArgs.Builder.limit(50));
            found.addAll(next.getKeys());
            cursor = next;
        }
        return found;
    }
}
