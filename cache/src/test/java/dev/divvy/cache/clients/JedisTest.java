package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.testcluster.TestCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.ClusterPipeline;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.ScanResult;

/** Jedis: its plain client on a node that forwards requests, and its cluster client on nodes that redirect. */
@Timeout(120)
class JedisTest {

    private static final int KEYS = 100;

    @ParameterizedTest
    @EnumSource(
            value = RedisProtocol.class,
            names = {"RESP2", "RESP3"})
    void thePlainClientWorksOnAnyNode(RedisProtocol protocol) {
        try (TestCluster cluster = new TestCluster().with("n1", "n2", "n3").withMaps();
                RedisClient jedis = RedisClient.builder()
                        .hostAndPort(new HostAndPort(
                                "127.0.0.1", cluster.node("n1").address().getPort()))
                        .clientConfig(DefaultJedisClientConfig.builder()
                                .protocol(protocol)
                                .timeoutMillis(60_000)
                                .build())
                        .build()) {
            assertThat(jedis.set("a", "1", SetParams.setParams().ex(1000))).isEqualTo("OK");
            assertThat(jedis.ttl("a")).isBetween(1L, 1000L);
            assertThat(jedis.incrBy("a", 41)).isEqualTo(42);
            assertThat(jedis.incrByFloat("a", 0.5)).isEqualTo(42.5);
            assertThat(jedis.setGet("a", "text")).isEqualTo("42.5");
            assertThatThrownBy(() -> jedis.incr("a"))
                    .isInstanceOf(JedisDataException.class)
                    .hasMessage("ERR value is not an integer or out of range");
            assertThat(jedis.mset("b", "2", "c", "3")).isEqualTo("OK");
            assertThat(jedis.mget("b", "nothing", "c")).containsExactly("2", null, "3");
            assertThat(jedis.exists("b")).isTrue();
            assertThat(jedis.del("a", "b", "c", "nothing")).isEqualTo(3);
            List<Response<Long>> replies = new ArrayList<>();
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int i = 0; i < KEYS; i++) {
                    replies.add(pipeline.incr("counter" + i % 10));
                }
            }
            for (int i = 0; i < KEYS; i++) {
                assertThat(replies.get(i).get()).isEqualTo(1 + i / 10);
            }
        }
    }

    @Test
    void theClusterClientAsksTheOwners() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withRedirects(true))
                        .with("n1", "n2")
                        .withMaps();
                JedisClient jedis = new JedisClient(List.of(cluster.node("n1").address()))) {
            Set<String> keys = new HashSet<>();
            try (ClusterPipeline pipeline = jedis.client().pipelined()) {
                for (int i = 0; i < KEYS; i++) {
                    keys.add("key" + i);
                    Response<String> unused = pipeline.set("key" + i, "value" + i);
                }
            }
            cluster.with("n3");
            cluster.stop("n1");
            cluster.awaitCalm();
            for (int i = 0; i < KEYS; i++) {
                assertThat(jedis.client().get("key" + i)).isEqualTo("value" + i);
            }
            assertThat(jedis.client().mset("{one}a", "1", "{one}b", "2")).isEqualTo("OK");
            assertThat(jedis.client().mget("{one}a", "{one}b")).containsExactly("1", "2");
            assertThat(jedis.client().del("{one}a", "{one}b")).isEqualTo(2);
            assertThat(scanned(cluster)).isEqualTo(keys);
            assertThat(cluster.nodes())
                    .allSatisfy(node -> assertThat(node.size()).isPositive());
        }
    }

    private static Set<String> scanned(TestCluster cluster) {
        Set<String> found = new HashSet<>();
        for (CacheNode node : cluster.nodes()) {
            try (RedisClient client =
                    RedisClient.create("127.0.0.1", node.address().getPort())) {
                String cursor = ScanParams.SCAN_POINTER_START;
                do {
                    ScanResult<String> next = client.scan(cursor, new ScanParams().count(20));
                    found.addAll(next.getResult());
                    cursor = next.getCursor();
                } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            }
        }
        return found;
    }
}
