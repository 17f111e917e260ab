package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.Cache;
import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that closes every connection at once, as one that has crashed, and is still on the board. */
class UnreachableNodeTest {

    private static final Tokens TOKENS = Tokens.redis(16);
    private static final Timing TIMING =
            Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20)).withGrace(TestCluster.TIMEOUT);

    /** A node is connected to again after 50 ms, and for replication after 20, 40, 80 ms and so on: this takes about 1.7 s. */
    private static final int CONNECTIONS = 40;

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1000);

    private final Board board = new MemoryBoard();
    private final Semaphore accepted = new Semaphore(0);
    private ServerSocket socket;
    private Membership other;

    @BeforeEach
    void start() throws Exception {
        socket = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        DaemonThreads.start("unreachable-node", this::closeAll);
        other = FakeNode.join(board, "n2", socket.getLocalPort(), TOKENS, TIMING);
        TestCluster.until("it has all tokens", () -> other.portion().count() == TOKENS.count());
    }

    private void closeAll() {
        while (!socket.isClosed()) {
            try {
                socket.accept().close();
                accepted.release();
            } catch (IOException e) {
                return;
            }
        }
    }

    @AfterEach
    void end() throws IOException {
        other.close();
        socket.close();
    }

    @Test
    void manyRequestsForItDoNotConnectToItAgainAndAgain() throws Exception {
        try (CacheNode node = CacheNode.start(
                NodeSettings.named("n1")
                        .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withTokens(TOKENS.count())
                        .withTiming(TIMING)
                        .withRequestTimeout(Duration.ofSeconds(5)),
                board)) {
            TestCluster.until(
                    "it knows the other node", () -> node.status().members().size() == 2);
            Cache<String, String> cache = Cache.ofStrings(node);
            for (int i = 0; i < 5000; i++) {
                var unused = cache.async().get("key" + i);
            }
            accepted.acquire();
            accepted.drainPermits();
            long begin = System.nanoTime();
            boolean goesOn = accepted.tryAcquire(CONNECTIONS, TestCluster.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(goesOn).as("it is tried again").isTrue();
            assertThat(System.nanoTime() - begin)
                    .as("ns for %d connections", CONNECTIONS)
                    .isGreaterThan(LEAST_NANOS);
        }
    }
}
