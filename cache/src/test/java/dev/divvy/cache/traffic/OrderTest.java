package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.peer.PeerHandshake;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.Hold;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules that keep requests in order while tokens move, each by itself. */
class OrderTest {

    private static final Tokens TOKENS = Tokens.redis(16);
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(TestCluster.TIMEOUT);

    private final Board board = new MemoryBoard();

    private CacheNode node() throws Exception {
        CacheNode node = CacheNode.start(
                NodeSettings.named("n1")
                        .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTokens(TOKENS.count())
                        .withTiming(TIMING)
                        .withRequestTimeout(TestCluster.TIMEOUT),
                board);
        assertThat(node.awaitServing(TestCluster.TIMEOUT)).isTrue();
        assertThat(node.awaitServing(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        return node;
    }

    private Membership join(String name, int port) {
        return FakeNode.join(board, name, port, TOKENS, TIMING);
    }

    private static final ServedToken.Copies NO_COPIES = new ServedToken.Copies() {

        @Override
        public boolean isAlone() {
            return true;
        }

        @Override
        public @Nullable PendingReply pendingReply() {
            return null;
        }

        @Override
        public int complete() {
            return 0;
        }
    };

    private static boolean has(Membership member, String key) {
        String token = String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(key)));
        return member.portion().holdings().stream()
                .anyMatch(holding -> holding.piece().equals(token));
    }

    /** Returns a key that a member has or has not, as given, and that another member does not have. */
    private static String key(String prefix, Membership of, boolean has, Membership other) {
        for (int i = 0; ; i++) {
            if (has(of, prefix + i) == has && !has(other, prefix + i)) {
                return prefix + i;
            }
        }
    }

    @Test
    void nothingRunsOnATokenThatWasRemovedAlthoughItIsStillHeld() throws Exception {
        try (Membership member = join("n1", 0)) {
            assertThat(member.awaitRunning(TestCluster.TIMEOUT)).isTrue();
            CurrentRouting routing = new CurrentRouting(TOKENS);
            ServedTokens servedTokens = new ServedTokens(TOKENS.count(), routing, () -> true);
            EntryStore entryStore = new EntryStore(TOKENS.count(), EntryStore.UNBOUNDED, 1000, CacheClock.SYSTEM);
            LocalTokens localTokens = new LocalTokens("n1", routing, servedTokens, entryStore, 0, new NothingMoves());
            RespRequest request =
                    RespRequest.of(PeerProtocol.bytes("SET"), PeerProtocol.bytes("a"), PeerProtocol.bytes("b"));
            KeyCommand set = (KeyCommand) Objects.requireNonNull(Commands.find(request));
            int token = localTokens.tokenOf(request, 1);
            Hold hold = member.holdPiece(String.valueOf(token)).orElseThrow();
            ServedToken served = new ServedToken(token, new TokenStore(), hold, NO_COPIES);
            servedTokens.add(served);
            try {
                ByteBuf out = Unpooled.buffer();
                assertThat(localTokens.run(set, request, served, out, false)).isNotNull();
                // A request that found the token before it was removed comes too late.
                servedTokens.remove(served);
                assertThat(hold.released()).isFalse();
                assertThat(localTokens.run(set, request, served, out, false)).isNull();
                assertThat(localTokens.served(token)).isNull();
            } finally {
                hold.close(); // the group waits for the release
            }
        }
    }

    @Test
    void afterABounceItsTokenBouncesUntilTheNextRoundAndNoOther() throws Exception {
        try (CacheNode node = node();
                FakeNode other = new FakeNode(request -> FakeNode.DISCONNECT);
                Membership otherMember = join("n2", other.port());
                RespClient client = new RespClient(node.address())) {
            TestCluster.until(
                    "both have their share",
                    () -> otherMember.portion().count() == TOKENS.count() / 2 && node.isSettled());
            String local = key("local", otherMember, false, otherMember);
            String remote = "remote0";
            for (int i = 0; !has(otherMember, remote); i++) {
                remote = "remote" + i;
            }
            String challenge = String.valueOf(client.ask(PeerProtocol.CHALLENGE));
            client.raw(new PeerHandshake("cache", "\n", otherMember.incarnation()::orElseThrow)
                    .meetRequest(challenge, node.status().members().get(0).incarnation()));
            client.flush();
            assertThat(client.receive()).isEqualTo("OK 1"); // the version that both speak
            assertThat(client.ask("SET", local, "1")).isEqualTo("OK");
            assertThat(client.ask("SET", remote, "1")).isEqualTo("-" + PeerProtocol.AWAY_ERROR);
            assertThat(client.ask("SET", local, "2")).isEqualTo("OK");
            assertThat(client.ask("SET", remote, "2")).isEqualTo("-" + PeerProtocol.BOUNCED_ERROR);
            assertThat(client.ask("GET", remote)).isEqualTo("-" + PeerProtocol.BOUNCED_ERROR);
            client.send(PeerProtocol.ROUND, String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(local))));
            assertThat(client.ask("GET", remote)).isEqualTo("-" + PeerProtocol.BOUNCED_ERROR);
            client.send(PeerProtocol.ROUND, String.valueOf(TOKENS.tokenOf(PeerProtocol.bytes(remote))));
            assertThat(client.ask("GET", remote)).isEqualTo("-" + PeerProtocol.AWAY_ERROR);
            assertThat(client.ask("GET", local)).isEqualTo("2");
        }
    }

    @Test
    void aNewRouteIsUsedOnlyWhenNothingIsInFlight() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (CacheNode node = node();
                FakeNode slow = new FakeNode(request -> {
                    try {
                        gate.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return "+OK\r\n";
                });
                FakeNode third = new FakeNode(request -> FakeNode.DISCONNECT);
                Membership second = join("n2", slow.port())) {
            TestCluster.until(
                    "both have their share", () -> second.portion().count() == TOKENS.count() / 2 && node.isSettled());
            String remote = "remote0";
            for (int i = 0; !has(second, remote); i++) {
                remote = "remote" + i;
            }
            String request = "SET " + remote;
            try (RespClient client = new RespClient(node.address());
                    RespClient other = new RespClient(node.address())) {
                client.send("SET", remote, "1");
                client.flush();
                TestCluster.until("it is in flight", () -> slow.received(request) == 1);
                try (Membership last = join("n3", third.port())) {
                    TestCluster.until(
                            "the third has its share",
                            () -> last.portion().count() == TOKENS.count() / 3
                                    && node.isSettled()
                                    && node.status().calm());
                    String local = key("local", second, false, last);
                    client.send("SET", local, "1");
                    client.flush();
                    for (int i = 0; i < 100; i++) {
                        assertThat(other.ask("GET", local)).isNull();
                    }
                    gate.countDown();
                    assertThat(client.receive()).isEqualTo("OK");
                    assertThat(client.receive()).isEqualTo("OK");
                    assertThat(other.ask("GET", local)).isEqualTo("1");
                }
            }
        }
    }
}
