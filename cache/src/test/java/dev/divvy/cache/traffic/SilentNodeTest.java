package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.Cache;
import dev.divvy.cache.CacheException;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A node that is connected and in the group, but does not reply: nothing waits for it longer than the request timeout. */
class SilentNodeTest {

    private static final String VALUE = "the reply on the second connection";
    private static final String SILENCE = "";
    private static final Tokens TOKENS = Tokens.redis(16);
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(TestCluster.TIMEOUT);

    private final Board board = new MemoryBoard();

    private CacheNode node(Duration requestTimeout) throws Exception {
        CacheNode node = CacheNode.start(
                NodeSettings.named("n1")
                        .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTokens(TOKENS.count())
                        .withTiming(TIMING)
                        .withRequestTimeout(requestTimeout),
                board);
        assertThat(node.awaitServing(TestCluster.TIMEOUT)).isTrue();
        return node;
    }

    private Membership join(int port) {
        return FakeNode.join(board, "n2", port, TOKENS, TIMING);
    }

    /** Returns a key that the member does not own. */
    private static String local(Membership member) {
        Set<String> tokens = member.portion().holdings().stream()
                .map(holding -> holding.piece())
                .collect(Collectors.toSet());
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "local" + i)
                .filter(key -> !tokens.contains(String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(key)))))
                .findFirst()
                .orElseThrow();
    }

    /** Returns a few keys that the member owns, when it has its share. */
    private static List<String> keysOf(Membership member, CacheNode node) {
        TestCluster.until(
                "both have their share",
                () -> node.status().calm()
                        && node.isSettled()
                        && member.portion().count() == TOKENS.count() / 2);
        Set<String> tokens = ConcurrentHashMap.newKeySet();
        member.portion().holdings().forEach(holding -> tokens.add(holding.piece()));
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "key" + i)
                .filter(key -> tokens.contains(String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(key)))))
                .limit(4)
                .toList();
    }

    @Test
    void aReadIsRetriedOnANewConnectionAndTheOutcomeOfAWriteIsUnknown() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (CacheNode node = node(Duration.ofMillis(500));
                FakeNode silent = new FakeNode(
                        request -> seen.add(request) ? SILENCE : "$" + VALUE.length() + "\r\n" + VALUE + "\r\n");
                Membership other = join(silent.port());
                RespClient client = new RespClient(node.address())) {
            List<String> keys = keysOf(other, node);
            assertThat(client.ask("SET", keys.get(0), "v")).isEqualTo("-" + PeerProtocol.OUTCOME_UNKNOWN);
            assertThat(client.ask("GET", keys.get(1))).isEqualTo(VALUE);
            assertThat(silent.received("SET " + keys.get(0))).isEqualTo(1);
            assertThat(silent.received("GET " + keys.get(1))).isEqualTo(2);
            Cache<String, String> cache = Cache.ofStrings(node);
            assertThatThrownBy(() -> cache.put(keys.get(2), "v"))
                    .isInstanceOf(CacheException.class)
                    .hasMessage(PeerProtocol.OUTCOME_UNKNOWN);
            assertThat(cache.get(keys.get(3))).contains(VALUE);
        }
    }

    @Test
    void aNodeThatDoesNotCompleteTheHandshakeIsNotWaitedFor() throws Exception {
        try (CacheNode node = node(Duration.ofMillis(300));
                FakeNode silent = new FakeNode(request -> SILENCE);
                Membership other = join(silent.port());
                RespClient client = new RespClient(node.address())) {
            List<String> keys = keysOf(other, node);
            silent.hang();
            assertThat(client.ask("SET", keys.get(0), "v")).isEqualTo("-CLUSTERDOWN Hash slot not served");
            assertThat(client.ask("GET", keys.get(0))).isEqualTo("-CLUSTERDOWN Hash slot not served");
            // One part that fails is enough, and the replies to other requests are not affected.
            client.send("MGET", keys.get(0), local(other), keys.get(1));
            client.send("SET", local(other), "v");
            client.send("MGET", local(other), local(other));
            client.flush();
            assertThat(client.receive()).isEqualTo("-CLUSTERDOWN Hash slot not served");
            assertThat(client.receive()).isEqualTo("OK");
            assertThat(client.receive()).isEqualTo(List.of("v", "v"));
            silent.resume(); // a member that leaves waits until its entries have been fetched
        }
    }

    /** One that has just started, and to which all others send copies. */
    @Test
    void aNodeMayTakeLongerForCopiesThanForRequests() throws Exception {
        try (CacheNode node = node(Duration.ofMillis(500));
                FakeNode slow = new FakeNode(request -> SILENCE)) {
            slow.slowDown(700);
            try (Membership other = join(slow.port())) {
                assertThat(keysOf(other, node)).isNotEmpty();
                assertThat(slow.replicaConnections()).isEqualTo(1);
                slow.slowDown(0);
            }
        }
    }

    @Test
    void allConnectionsAreProbed() {
        assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "only Linux lists the timers of its connections");
        try (TestCluster cluster = new TestCluster().with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.ask("SET", "key" + i, "value")).isEqualTo("OK");
            }
            assertThat(cluster.node("n2").size()).as("forwarded").isPositive();
            int port1 = cluster.node("n1").address().getPort();
            int port2 = cluster.node("n2").address().getPort();
            TestCluster.until("clients are probed", () -> Set.of("02").equals(timers(1, port1)));
            TestCluster.until(
                    "nodes that connected are probed", () -> Set.of("02").equals(timers(1, port2)));
            TestCluster.until(
                    "nodes to which this one connected are probed",
                    () -> timers(2, port2).contains("02"));
        }
    }

    /** Returns the kinds of timers of established connections with this local (1) or remote (2) port; 00 is none, 02 keep-alive. */
    private static Set<String> timers(int column, int port) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        try {
            return Stream.of(Files.readString(Path.of("/proc/net/tcp")), Files.readString(Path.of("/proc/net/tcp6")))
                    .flatMap(String::lines)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[column].endsWith(suffix) && fields[3].equals("01"))
                    .map(fields -> fields[5].substring(0, 2))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
