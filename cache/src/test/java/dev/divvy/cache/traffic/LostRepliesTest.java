package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that disconnects before it replies: a read is retried, a write never, since it may have taken place. */
class LostRepliesTest {

    private static final String VALUE = "the reply to the second attempt";
    private static final Tokens TOKENS = Tokens.redis(16);
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(TestCluster.TIMEOUT);

    private final Board board = new MemoryBoard();
    private final FakeNode fake = new FakeNode(this::disconnectAtFirst);
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private CacheNode node;
    private Membership other;

    /** Keys of the fake node. */
    private List<String> keys;

    private String disconnectAtFirst(String request) {
        return seen.add(request) ? FakeNode.DISCONNECT : "$" + VALUE.length() + "\r\n" + VALUE + "\r\n";
    }

    @BeforeEach
    void start() throws Exception {
        node = CacheNode.start(
                NodeSettings.named("n1")
                        .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTokens(TOKENS.count())
                        .withTiming(TIMING)
                        .withRequestTimeout(Duration.ofSeconds(20)),
                board);
        assertThat(node.awaitServing(TestCluster.TIMEOUT)).isTrue();
        other = FakeNode.join(board, "n2", fake.port(), TOKENS, TIMING);
        TestCluster.until(
                "both have their share",
                () -> node.status().calm()
                        && node.isSettled()
                        && other.portion().count() == TOKENS.count() / 2);
        Set<String> otherTokens = other.portion().holdings().stream()
                .map(holding -> holding.piece())
                .collect(Collectors.toSet());
        keys = IntStream.range(0, 100)
                .mapToObj(i -> "key" + i)
                .filter(key -> otherTokens.contains(String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(key)))))
                .toList();
        assertThat(keys).hasSizeGreaterThan(10);
    }

    @AfterEach
    void end() throws IOException {
        other.close();
        node.close();
        fake.close();
    }

    @Test
    void aClientIsToldThatTheOutcomeOfItsWriteIsUnknown() {
        try (RespClient client = new RespClient(node.address())) {
            for (String key : keys.subList(0, 5)) {
                assertThat(client.ask("SET", key, "v")).isEqualTo("-" + PeerProtocol.OUTCOME_UNKNOWN);
                assertThat(fake.received("SET " + key)).isEqualTo(1);
            }
            // One key of a request for many is enough.
            String key = keys.get(5);
            assertThat(client.ask("MSET", key, "v")).isEqualTo("-" + PeerProtocol.OUTCOME_UNKNOWN);
            assertThat(fake.received("SET " + key)).isEqualTo(1);
        }
    }

    @Test
    void aReadIsRetried() {
        try (RespClient client = new RespClient(node.address())) {
            String key = keys.get(0);
            assertThat(client.ask("GET", key)).isEqualTo(VALUE);
            assertThat(fake.received("GET " + key)).isEqualTo(2);
        }
    }

    @Test
    void theSameAppliesToRequestsOfThisProcess() {
        Cache<String, String> cache = Cache.ofStrings(node);
        assertThatThrownBy(() -> cache.put(keys.get(0), "v"))
                .isInstanceOf(CacheException.class)
                .hasMessage(PeerProtocol.OUTCOME_UNKNOWN);
        assertThat(fake.received("SET " + keys.get(0))).isEqualTo(1);
        assertThat(cache.get(keys.get(1))).contains(VALUE);
        assertThat(fake.received("GET " + keys.get(1))).isEqualTo(2);
    }
}
