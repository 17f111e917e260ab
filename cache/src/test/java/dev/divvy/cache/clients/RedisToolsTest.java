package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.testservers.needs.NeedsRedisTools;
import dev.divvy.testservers.redis.RedisTools;
import dev.divvy.testservers.redis.RedisTools.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** redis-cli and redis-benchmark, unchanged. */
@NeedsRedisTools
@Timeout(120)
class RedisToolsTest {

    private static final int KEYS = 20;

    private static TestCluster forwarding;
    private static TestCluster redirecting;

    @BeforeAll
    static void start() {
        forwarding = new TestCluster().with("n1", "n2", "n3").withMaps();
        redirecting = new TestCluster(settings -> settings.withRedirects(true))
                .with("n1", "n2", "n3")
                .withMaps();
    }

    @AfterAll
    static void end() {
        forwarding.close();
        redirecting.close();
    }

    private static int port(TestCluster cluster, String node) {
        return cluster.node(node).address().getPort();
    }

    /** Runs redis-cli on one of the nodes that forward requests. */
    private static String ask(String... command) {
        Result result = RedisTools.cli(port(forwarding, "n2"), command);
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }

    @Test
    void redisCliReadsAndWritesThroughAnyNode() {
        assertThat(ask("SET", "greeting", "good day")).isEqualTo("OK");
        assertThat(RedisTools.cli(port(forwarding, "n3"), "GET", "greeting").text())
                .isEqualTo("good day");
        assertThat(ask("INCR", "visits")).isEqualTo("1");
        assertThat(ask("INCRBY", "visits", "41")).isEqualTo("42");
        assertThat(ask("EXPIRE", "visits", "1000")).isEqualTo("1");
        assertThat(Integer.parseInt(ask("TTL", "visits"))).isBetween(1, 1000);
        assertThat(ask("MSET", "a", "1", "b", "2", "c", "3")).isEqualTo("OK");
        assertThat(ask("MGET", "a", "b", "c", "nothing")).isEqualTo("1\n2\n3\n");
        assertThat(ask("-3", "--json", "MGET", "a", "nothing")).isEqualTo("[\"1\",null]");
        assertThat(ask("DEL", "a", "b", "c", "nothing")).isEqualTo("3");
        assertThat(ask("--no-raw", "GET", "nothing")).isEqualTo("(nil)");
    }

    @Test
    void redisCliReportsAnError() {
        ask("SET", "text", "no number");
        Result result = RedisTools.cli(port(forwarding, "n1"), "INCR", "text");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.text()).contains("ERR value is not an integer or out of range");
    }

    @Test
    void redisCliShowsANodeAndItsKeys() {
        for (int i = 0; i < KEYS; i++) {
            ask("SET", "scanned:" + i, "x");
        }
        List<String> found = new ArrayList<>();
        for (CacheNode node : forwarding.nodes()) {
            found.addAll(RedisTools.cli(node.address().getPort(), "--scan", "--pattern", "scanned:*")
                    .lines());
        }
        assertThat(found).hasSize(KEYS).doesNotHaveDuplicates();
        assertThat(ask("INFO")).contains("redis_version:", "cluster_enabled:1");
        assertThat(ask("CLUSTER", "NODES").lines()).hasSize(3);
        assertThat(ask("CLIENT", "LIST")).contains("cmd=client");
    }

    @Test
    void redisCliFollowsNodesThatRedirect() {
        for (int i = 0; i < KEYS; i++) {
            assertThat(RedisTools.cli(port(redirecting, "n1"), "-c", "SET", "led" + i, "v" + i)
                            .text())
                    .isEqualTo("OK");
            assertThat(RedisTools.cli(port(redirecting, "n3"), "-c", "GET", "led" + i)
                            .text())
                    .isEqualTo("v" + i);
        }
        assertThat(redirecting.nodes())
                .allSatisfy(node -> assertThat(node.size()).as(node.name()).isPositive());
    }

    @Test
    void redisCliFindsTheWholeClusterFromOneNode() {
        String address = "127.0.0.1:" + port(redirecting, "n2");
        Result check = RedisTools.cluster("check", address);
        assertThat(check.exitCode()).as(check.text()).isZero();
        assertThat(check.text()).contains("All nodes agree about slots configuration", "All 16384 slots covered");
        Result call = RedisTools.cluster("call", address, "PING");
        assertThat(call.exitCode()).as(call.text()).isZero();
        assertThat(call.lines().stream().filter(line -> line.endsWith(": PONG")))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void redisBenchmarkMeasuresNodesThatForward(int pipeline) {
        assertMeasured(RedisTools.benchmark(port(forwarding, "n1"), benchmark(pipeline)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void redisBenchmarkMeasuresAClusterThatRedirects(int pipeline) {
        List<String> words = new ArrayList<>(List.of("--cluster"));
        words.addAll(List.of(benchmark(pipeline)));
        assertMeasured(RedisTools.benchmark(port(redirecting, "n1"), words.toArray(String[]::new)));
    }

    private static String[] benchmark(int pipeline) {
        return "-t ping,set,get,incr,mset -n 1000 -c 10 -r 100 --csv -P %d"
                .formatted(pipeline)
                .split(" ", -1);
    }

    private static void assertMeasured(Result result) {
        assertThat(result.exitCode()).as(result.text()).isZero();
        for (String test : List.of("PING_INLINE", "PING_MBULK", "SET", "GET", "INCR", "MSET (10 keys)")) {
            assertThat(result.lines()).anySatisfy(line -> assertThat(line).matches("\"" + quoted(test) + "\",\"\\d.*"));
        }
    }

    private static String quoted(String text) {
        return text.replace("(", "\\(").replace(")", "\\)");
    }
}
