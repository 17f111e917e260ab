package dev.divvy.cache.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes redirect a client only a few times per request, even while tokens move. */
@Timeout(120)
class RedirectTest {

    /** The number of redirections that every public client follows. */
    private static final int MAX_HOPS = 5;

    private static final int KEYS = 5000;

    @Test
    void noClientIsRedirectedInCirclesWhileTokensMove() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withRedirects(true))
                .with("n1", "n2")
                .withMaps()) {
            InetSocketAddress first = cluster.node("n1").address();
            AtomicBoolean stop = new AtomicBoolean();
            CompletableFuture<Integer> worst = CompletableFuture.supplyAsync(() -> maxHops(first, stop));
            try {
                for (int i = 0; i < 3; i++) {
                    cluster.with("n3", "n4");
                    cluster.stop("n3");
                    cluster.stop("n4");
                    cluster.awaitCalm();
                }
            } finally {
                stop.set(true);
            }
            assertThat(worst.join()).isBetween(1, MAX_HOPS);
        }
    }

    /** Begins every command at the first node, which stays, and follows the redirections; returns the greatest number of them. */
    private static int maxHops(InetSocketAddress first, AtomicBoolean stop) {
        Map<Integer, RespClient> clients = new HashMap<>();
        int max = 0;
        for (int i = 0; !stop.get(); i++) {
            try {
                max = Math.max(max, hops("key" + i % KEYS, first, clients));
            } catch (UncheckedIOException e) {
                clients.values().forEach(RespClient::close); // a node left
                clients.clear();
            }
        }
        clients.values().forEach(RespClient::close);
        return max;
    }

    private static int hops(String key, InetSocketAddress first, Map<Integer, RespClient> clients) {
        int port = first.getPort();
        for (int hops = 0; hops < 1000; hops++) {
            String reply = String.valueOf(clients.computeIfAbsent(
                            port, next -> new RespClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), next)))
                    .ask("SET", key, "value"));
            if (!reply.startsWith("-MOVED ")) {
                assertThat(reply).isEqualTo("OK");
                return hops;
            }
            port = Integer.parseInt(reply.substring(reply.lastIndexOf(':') + 1));
        }
        throw new AssertionError("the redirections of " + key + " do not end");
    }
}
