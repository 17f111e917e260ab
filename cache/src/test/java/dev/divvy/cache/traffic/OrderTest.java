package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingState;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The rules that keep requests in their order while tokens move, each by itself. */
class OrderTest {

    private static final Tokens TOKENS = Tokens.redis(16);
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(Fleet.LONG);

    private final Board board = new MemoryBoard();

    private CacheNode node() throws Exception {
        CacheNode node = CacheNode.start(
                NodeSettings.named("n1")
                        .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTokens(TOKENS.count())
                        .withTiming(TIMING)
                        .withPatience(Fleet.LONG),
                board);
        assertThat(node.awaitServing(Fleet.LONG)).isTrue();
        assertThat(node.awaitServing(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        return node;
    }

    private Membership join(String name, String address) {
        return Group.of("cache", TOKENS).with(TIMING).join(board, new MemberSettings(name).at(address));
    }

    private static boolean has(Membership member, String key) {
        String token = String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(key)));
        return member.portion().holdings().stream().anyMatch(one -> one.piece().equals(token));
    }

    /** A key of one member that another one does not have. */
    private static String key(String prefix, Membership of, boolean has, Membership other) {
        for (int i = 0; ; i++) {
            if (has(of, prefix + i) == has && !has(other, prefix + i)) {
                return prefix + i;
            }
        }
    }

    @Test
    void nothingRunsAtAPostThatWasLeftAlthoughItIsStillHeld() throws Exception {
        try (Membership member = join("n1", "")) {
            assertThat(member.awaitRunning(Fleet.LONG)).isTrue();
            RoutingState routing = new RoutingState(TOKENS);
            ServedTokens servedTokens = new ServedTokens(TOKENS.count(), routing, () -> true);
            EntryStore shelves = new EntryStore(TOKENS.count(), EntryStore.UNBOUNDED, 1000, CacheClock.SYSTEM);
            LocalTokens localTokens = new LocalTokens("n1", routing, servedTokens, shelves, token -> false);
            RespRequest request =
                    RespRequest.of(PeerProtocol.bytes("SET"), PeerProtocol.bytes("a"), PeerProtocol.bytes("b"));
            KeyCommand set = (KeyCommand) Objects.requireNonNull(Commands.find(request));
            int token = localTokens.tokenOf(request, 1);
            ServedToken served = new ServedToken(
                    token,
                    new TokenStore(),
                    member.holdPiece(String.valueOf(token)).orElseThrow());
            servedTokens.add(served);
            try {
                ByteBuf out = Unpooled.buffer();
                assertThat(localTokens.run(set, request, served, out, false)).isTrue();
                // Who found the served before it was left comes too late.
                servedTokens.remove(served);
                assertThat(served.released()).isFalse();
                assertThat(localTokens.run(set, request, served, out, false)).isFalse();
                assertThat(localTokens.served(token)).isNull();
            } finally {
                served.release(); // the group waits for it
            }
        }
    }

    @Test
    void afterABounceEverythingBouncesUntilTheNextRound() throws Exception {
        try (CacheNode node = node();
                FalseNode other = new FalseNode(request -> FalseNode.GONE);
                Membership theirs = join("n2", Peer.address("127.0.0.1", other.port()));
                Talk talk = new Talk(node.address())) {
            Fleet.until(
                    "both have their share", () -> theirs.portion().count() == TOKENS.count() / 2 && node.isSettled());
            String here = key("here", theirs, false, theirs);
            String away = "away0";
            for (int i = 0; !has(theirs, away); i++) {
                away = "away" + i;
            }
            String challenge = String.valueOf(talk.ask(PeerProtocol.CHALLENGE));
            talk.raw(new PeerHandshake("cache", "\n", theirs.life()::orElseThrow)
                    .meeting(challenge, node.status().members().get(0).life()));
            talk.flush();
            assertThat(talk.hear()).isEqualTo("OK");
            assertThat(talk.ask("SET", here, "1")).isEqualTo("OK");
            assertThat(talk.ask("SET", away, "1")).isEqualTo("-" + PeerProtocol.AWAY_ERROR);
            assertThat(talk.ask("SET", here, "2")).isEqualTo("-" + PeerProtocol.BOUNCED_ERROR);
            assertThat(talk.ask("GET", here)).isEqualTo("-" + PeerProtocol.BOUNCED_ERROR);
            talk.say(PeerProtocol.ROUND);
            assertThat(talk.ask("GET", here)).isEqualTo("1");
        }
    }

    @Test
    void aNewWayIsTakenOnlyWhenNothingIsUnderWay() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (CacheNode node = node();
                FalseNode slow = new FalseNode(request -> {
                    try {
                        gate.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return "+OK\r\n";
                });
                FalseNode third = new FalseNode(request -> FalseNode.GONE);
                Membership second = join("n2", Peer.address("127.0.0.1", slow.port()))) {
            Fleet.until(
                    "both have their share", () -> second.portion().count() == TOKENS.count() / 2 && node.isSettled());
            String away = "away0";
            for (int i = 0; !has(second, away); i++) {
                away = "away" + i;
            }
            String asked = "SET " + away;
            try (Talk talk = new Talk(node.address());
                    Talk other = new Talk(node.address())) {
                talk.say("SET", away, "1");
                talk.flush();
                Fleet.until("it is under way", () -> slow.heard(asked) == 1);
                try (Membership last = join("n3", Peer.address("127.0.0.1", third.port()))) {
                    Fleet.until(
                            "the third has its share",
                            () -> last.portion().count() == TOKENS.count() / 3
                                    && node.isSettled()
                                    && node.status().calm());
                    String here = key("here", second, false, last);
                    talk.say("SET", here, "1");
                    talk.flush();
                    for (int i = 0; i < 100; i++) {
                        assertThat(other.ask("GET", here)).isNull();
                    }
                    gate.countDown();
                    assertThat(talk.hear()).isEqualTo("OK");
                    assertThat(talk.hear()).isEqualTo("OK");
                    assertThat(other.ask("GET", here)).isEqualTo("1");
                }
            }
        }
    }
}
