package dev.divvy.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.CacheNode;
import dev.divvy.cache.NodeSettings;
import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.terminal.ProgressLine;
import dev.divvy.testservers.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KeyFillerTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String KEYS = "1200";

    /** The only node is drained: keys have no owner, and it says so, until it is a member like any other again. */
    @Test
    void keysWithoutAnOwnerAreWrittenWhenTheyHaveOne() throws Exception {
        NodeSettings settings = NodeSettings.named("n1")
                .withListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withRequestTimeout(Duration.ofMillis(100));
        try (CacheNode node = CacheNode.start(settings);
                NodeClient client = NodeClient.connect(node.address(), NodeAccess.FREE, LIMIT)) {
            assertThat(node.awaitServing(LIMIT)).isTrue();
            assertThat(client.ask("DIVVY.DRAIN", "n1").text()).isEqualTo("OK");
            Await.until("no key has an owner", LIMIT, () -> isRefused(client));
            CompletableFuture<String> filled =
                    CompletableFuture.supplyAsync(() -> filler(node).fill("n1", KEYS));
            Await.until("the shell is connected", LIMIT, () -> connections(client) >= 2);
            for (int i = 0; i < 5; i++) {
                assertThat(isRefused(client)).isTrue();
            }
            assertThat(client.ask("DIVVY.UNDRAIN", "n1").text()).isEqualTo("OK");
            assertThat(filled.join()).isEqualTo("1,200 keys written through n1");
            assertThat(node.size()).isEqualTo(1200);
        }
    }

    private static boolean isRefused(NodeClient client) throws IOException {
        return client.ask("GET", "a").text().startsWith("CLUSTERDOWN ");
    }

    private static int connections(NodeClient client) throws IOException {
        return client.ask("INFO", "clients")
                .text()
                .lines()
                .filter(line -> line.startsWith("connected_clients:"))
                .mapToInt(line -> Integer.parseInt(line.substring("connected_clients:".length())))
                .sum();
    }

    private static KeyFiller filler(CacheNode node) {
        return new KeyFiller(
                new ShellCluster(node.address(), NodeAccess.FREE),
                new ProgressLine(new PrintWriter(new StringWriter())));
    }
}
