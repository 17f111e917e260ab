package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.Cache;
import dev.divvy.cache.CacheException;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
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

/** A node that goes away with a request: a read is asked again, a write never, since nobody knows whether it took place. */
class LostAnswersTest {

    private static final String VALUE = "what the second one hears";
    private static final Tokens TOKENS = Tokens.redis(16);
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(Fleet.LONG);

    private final Board board = new MemoryBoard();
    private final FalseNode mute = new FalseNode(this::goAtFirst);
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private CacheNode node;
    private Membership other;

    /** Keys that are not this node's. */
    private List<String> keys;

    private String goAtFirst(String request) {
        return known.add(request) ? FalseNode.GONE : "$" + VALUE.length() + "\r\n" + VALUE + "\r\n";
    }

    @BeforeEach
    void start() throws Exception {
        node = CacheNode.start(
                NodeSettings.named("n1")
                        .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTokens(TOKENS.count())
                        .withTiming(TIMING)
                        .withPatience(Duration.ofSeconds(20)),
                board);
        assertThat(node.awaitServing(Fleet.LONG)).isTrue();
        other = Group.of("cache", TOKENS)
                .with(TIMING)
                .join(board, new MemberSettings("n2").at(Peer.address("127.0.0.1", mute.port())));
        Fleet.until(
                "both have their share",
                () -> node.status().calm()
                        && node.isSettled()
                        && other.portion().count() == TOKENS.count() / 2);
        Set<String> theirs =
                other.portion().holdings().stream().map(one -> one.piece()).collect(Collectors.toSet());
        keys = IntStream.range(0, 100)
                .mapToObj(i -> "key" + i)
                .filter(key -> theirs.contains(String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(key)))))
                .toList();
        assertThat(keys).hasSizeGreaterThan(10);
    }

    @AfterEach
    void end() throws IOException {
        other.close();
        node.close();
        mute.close();
    }

    @Test
    void aClientIsToldThatNobodyKnowsWhetherItsWriteTookPlace() {
        try (Talk talk = new Talk(node.address())) {
            for (String key : keys.subList(0, 5)) {
                assertThat(talk.ask("SET", key, "v")).isEqualTo("-" + PeerProtocol.OUTCOME_UNKNOWN);
                assertThat(mute.heard("SET " + key)).isEqualTo(1);
            }
            // One of many keys is enough.
            String key = keys.get(5);
            assertThat(talk.ask("MSET", key, "v")).isEqualTo("-" + PeerProtocol.OUTCOME_UNKNOWN);
            assertThat(mute.heard("SET " + key)).isEqualTo(1);
        }
    }

    @Test
    void aReadIsAskedAgain() {
        try (Talk talk = new Talk(node.address())) {
            String key = keys.get(0);
            assertThat(talk.ask("GET", key)).isEqualTo(VALUE);
            assertThat(mute.heard("GET " + key)).isEqualTo(2);
        }
    }

    @Test
    void theSameGoesForThisProcessItself() {
        Cache<String, String> cache = Cache.ofStrings(node);
        assertThatThrownBy(() -> cache.put(keys.get(0), "v"))
                .isInstanceOf(CacheException.class)
                .hasMessage(PeerProtocol.OUTCOME_UNKNOWN);
        assertThat(mute.heard("SET " + keys.get(0))).isEqualTo(1);
        assertThat(cache.get(keys.get(1))).contains(VALUE);
        assertThat(mute.heard("GET " + keys.get(1))).isEqualTo(2);
    }
}
