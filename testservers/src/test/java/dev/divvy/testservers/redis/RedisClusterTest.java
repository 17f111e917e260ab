package dev.divvy.testservers.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.needs.NeedsRedis;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsRedis
@Tag("long")
class RedisClusterTest {

    @Test
    void threeMastersShareTheKeysAndEachHasAReplicaThatHasThemToo() throws IOException {
        RedisCluster cluster = RedisCluster.shared();
        cluster.close();
        assertThat(RedisCluster.shared()).isSameAs(cluster);
        assertThat(cluster.addresses()).hasSize(6).doesNotHaveDuplicates().allMatch(a -> a.startsWith("127.0.0.1:"));

        Set<RedisServer> masters = new HashSet<>();
        Set<RedisServer> replicas = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String key = "key" + i;
            RedisServer master = cluster.masterOf(key);
            assertThat(ask(master, "SET", key, "v" + i)).isEqualTo("OK");
            assertThat(ask(master, "WAIT", "1", "30000")).isEqualTo("1");
            masters.add(master);
            replicas.addAll(cluster.replicasOf(master));
        }
        assertThat(masters).hasSize(3);
        assertThat(replicas).hasSize(3).doesNotContainAnyElementsOf(masters);
    }

    @Test
    void theNodeOfAKeyIsThatOfThePartInBraces() throws IOException {
        RedisCluster cluster = RedisCluster.shared();
        for (String tag : List.of("alpha", "beta", "gamma", "delta")) {
            RedisServer master = cluster.masterOf(tag);
            assertThat(cluster.masterOf("{" + tag + "}:cards")).isSameAs(master);
            assertThat(ask(master, "SET", "x{" + tag + "}y", "1")).isEqualTo("OK");
        }
    }

    @Test
    void aKilledMasterIsReplacedByItsReplicaAndComesBackAsOne() throws IOException {
        try (RedisCluster cluster = RedisCluster.start()) {
            // No failover on a busy machine before the test triggers it.
            cluster.useLongNodeTimeout();
            cluster.awaitHealthy();
            RedisServer killed = cluster.masterOf("k");
            List<RedisServer> replicas = cluster.replicasOf(killed);
            assertThat(replicas).hasSize(1);
            assertThat(ask(killed, "SET", "k", "kept")).isEqualTo("OK");
            assertThat(ask(killed, "WAIT", "1", "30000")).isEqualTo("1");

            killed.kill();
            cluster.useShortNodeTimeout();
            cluster.awaitHealthy();
            cluster.useLongNodeTimeout();
            RedisServer successor = cluster.masterOf("k");
            assertThat(replicas).containsExactly(successor);
            assertThat(ask(successor, "GET", "k")).isEqualTo("kept");

            killed.startAgain();
            cluster.awaitHealthy();
            assertThat(cluster.masterOf("k")).isSameAs(successor);
            assertThat(cluster.replicasOf(successor)).containsExactly(killed);

            successor.pause();
            cluster.useShortNodeTimeout();
            cluster.awaitHealthy();
            cluster.useLongNodeTimeout();
            assertThat(cluster.masterOf("k")).isSameAs(killed);
            assertThat(ask(killed, "GET", "k")).isEqualTo("kept");
            successor.resume();
            cluster.awaitHealthy();
            assertThat(cluster.replicasOf(killed)).containsExactly(successor);

            successor.kill();
            killed.kill();
            assertThatThrownBy(() -> cluster.masterOf("k"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("\"k\"");
        }
    }

    private static String ask(RedisServer node, String... command) throws IOException {
        try (RedisClient client = RedisClient.plain(node.port())) {
            return client.call(command);
        }
    }
}
