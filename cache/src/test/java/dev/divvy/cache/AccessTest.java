package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.testservers.redis.Certificates;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Access to a node: passwords, secrets, TLS, limits, and the errors of refused clients. */
class AccessTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void noCommandRunsBeforeThePasswordIsGiven() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withPassword("open sesame")).with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            assertThat(client.ask("GET", "a")).isEqualTo("-NOAUTH Authentication required.");
            assertThat(client.ask("SET", "a", "b")).isEqualTo("-NOAUTH Authentication required.");
            assertThat(client.ask("DIVVY.NODES")).isEqualTo("-NOAUTH Authentication required.");
            assertThat(client.ask("NO.SUCH")).isEqualTo("-NOAUTH Authentication required.");
            for (String line : List.of("GET a", "DIVVY.STATUS", "DIVVY.REPLICA 1 1 x", "PING")) {
                assertThat(inline(client, line)).as(line).isEqualTo("-NOAUTH Authentication required.");
            }
            assertThat(inline(client, "AUTH wrong\r\nSET a b").toString()).startsWith("-WRONGPASS");
            assertThat(client.receive()).isEqualTo("-NOAUTH Authentication required.");
            assertThat((String) client.ask("AUTH", "wrong")).startsWith("-WRONGPASS");
            assertThat(client.ask("AUTH", "open sesame")).isEqualTo("OK");
            for (int i = 0; i < 50; i++) {
                // Half of the keys are the other node's: nodes accept requests from each other.
                assertThat(client.ask("SET", "a" + i, "b")).isEqualTo("OK");
            }
            assertThat(cluster.size()).isEqualTo(50);
            assertThat(inline(client, "RESET\r\nGET a1")).isEqualTo("RESET");
            assertThat(client.receive()).isEqualTo("-NOAUTH Authentication required.");
            assertThat(client.ask("SET", "a", "x".repeat(20_000)))
                    .isEqualTo("-ERR Protocol error: unauthenticated bulk length");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void aClientThatGuessesPasswordsIsDisconnected() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withPassword("open sesame")).with("n1");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < 5; i++) {
                assertThat((String) client.ask("AUTH", "wrong")).startsWith("-WRONGPASS");
                assertThat((String) client.ask("HELLO", "3", "AUTH", "default", "wrong"))
                        .startsWith("-WRONGPASS");
            }
            assertThat(client.isClosed()).isTrue();
        }
    }

    /** Sends inline requests; returns the first reply. */
    private static Object inline(RespClient client, String lines) {
        client.raw(bytes(lines + "\r\n"));
        client.flush();
        return String.valueOf(client.receive());
    }

    @Test
    void aNodeMustKnowTheSecret() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withPassword("open sesame")).with("n1");
                RespClient client = cluster.client("n1")) {
            assertThat(client.ask("DIVVY.MEET", "cache", "n9", "1", "n1", "1", "00", "1-1"))
                    .isEqualTo("-ERR the secret is not the secret of this node");
            assertThat(client.isClosed()).isTrue();
        }
        try (TestCluster cluster = new TestCluster().with("n1");
                RespClient client = cluster.client("n1")) {
            assertThat((String) client.ask("DIVVY.CHALLENGE")).hasSize(32);
            assertThat(client.ask("DIVVY.MEET", "cache", "n9", "no number", "n1", "1", "00", "1-1"))
                    .isEqualTo("-ERR wrong number of arguments for 'divvy.meet' command");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void nodesWithDifferentSecretsSendEachOtherNoRequests() {
        // They share a board here, which nodes with a mesh of their own never would; still no request is sent.
        try (TestCluster cluster = new TestCluster(settings -> settings.withSecret("secret of " + settings.name())
                                .withRequestTimeout(Duration.ofMillis(200))
                                .withTiming(settings.timing().withGrace(Duration.ofMillis(500))))
                        .with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            Set<Object> replies = new HashSet<>();
            for (int i = 0; i < 50 && replies.size() < 2; i++) {
                replies.add(String.valueOf(client.ask("SET", "key" + i, "value")));
            }
            assertThat(replies).containsExactlyInAnyOrder("OK", "-CLUSTERDOWN Hash slot not served");
            assertThat(cluster.node("n2").size()).isZero();
        }
    }

    @Test
    void aPublicAddressNeedsAPasswordOrACertificate() {
        NodeSettings everywhere = NodeSettings.named("n1").withListenAddress(new InetSocketAddress(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheNode.start(everywhere))
                .withMessageContaining("needs a password or a certificate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheNode.start(everywhere.withPassword("word")))
                .withMessageContaining("secret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSettings.named("n1").withPassword(""))
                .withMessageContaining("empty password");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSettings.named("n1").withTokens(0))
                .withMessageContaining("too few");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSettings.named("n1").withTokens(16385))
                .withMessageContaining("too many");
    }

    @Test
    void aBusyPortIsNamed() {
        try (TestCluster cluster = new TestCluster().with("n1")) {
            InetSocketAddress taken = cluster.node("n1").address();
            assertThatThrownBy(() -> new TestCluster(settings -> settings.withListenAddress(taken)).start("n2"))
                    .hasMessageContaining("cannot listen at 127.0.0.1:" + taken.getPort());
            assertThatThrownBy(() -> CacheNode.start(NodeSettings.named("n2").withMeshAddress(taken)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot join the mesh cache at 127.0.0.1:" + taken.getPort()
                            + ": the port is in use or the address does not belong to this machine");
        }
    }

    @Test
    void connectionsOfClientsAndNodesAreEncryptedWithACertificate() {
        Certificates pem = Certificates.shared();
        try (TestCluster cluster = new TestCluster(
                        settings -> settings.withTls(pem.certificate(), pem.key(), pem.authority()))
                .with("n1", "n2")) {
            int port = cluster.node("n1").address().getPort();
            RedisClient client = RedisClient.create(RedisURI.builder()
                    .withHost("127.0.0.1")
                    .withPort(port)
                    .withSsl(true)
                    .withVerifyPeer(SslVerifyMode.FULL)
                    .build());
            client.setOptions(ClientOptions.builder()
                    .sslOptions(SslOptions.builder()
                            .trustManager(pem.authority().toFile())
                            .build())
                    .build());
            try (StatefulRedisConnection<String, String> connection = client.connect()) {
                for (int i = 0; i < 50; i++) {
                    assertThat(connection.sync().set("sealed" + i, "value")).isEqualTo("OK");
                }
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
            assertThat(cluster.node("n2").size()).isPositive();
            assertThat(cluster.size()).isEqualTo(50);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSettings.named("n1").withTls(pem.key(), pem.certificate(), pem.authority()))
                .withMessageContaining("cannot be used");
    }

    @Test
    void tooManyClientsAreRefusedAndNodesAreStillAccepted() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withMaxConnections(2)).with("n1", "n2");
                RespClient first = cluster.client("n1");
                RespClient second = cluster.client("n1")) {
            assertThat(first.ask("PING")).isEqualTo("PONG");
            assertThat(second.ask("PING")).isEqualTo("PONG");
            try (RespClient third = cluster.client("n1")) {
                assertThat(third.ask("PING")).isEqualTo("-ERR max number of clients reached");
                assertThat(third.isClosed()).isTrue();
            }
            for (int i = 0; i < 20; i++) {
                assertThat(second.ask("SET", "key" + i, "value")).isEqualTo("OK");
            }
            try (RespClient other = cluster.client("n2")) {
                for (int i = 0; i < 20; i++) {
                    assertThat(other.ask("GET", "key" + i)).isEqualTo("value");
                }
            }
        }
    }

    @Test
    void tooLargeRequestsAreRefusedAndChangeNothing() {
        try (TestCluster cluster =
                new TestCluster(settings -> settings.withMaxValue(1000).withMaxRequest(4000, 50)).with("n1")) {
            try (RespClient client = cluster.client("n1")) {
                assertThat(client.ask("SET", "a", "x".repeat(1001)))
                        .isEqualTo("-ERR Protocol error: invalid bulk length");
                assertThat(client.isClosed()).isTrue();
            }
            try (RespClient client = cluster.client("n1")) {
                assertThat(client.ask("SET", "a", "x".repeat(600))).isEqualTo("OK");
                assertThat(client.ask("STRLEN", "a")).isEqualTo(600L);
                client.raw(bytes("*51\r\n"));
                client.flush();
                assertThat(client.receive()).isEqualTo("-ERR Protocol error: invalid multibulk length");
                assertThat(client.isClosed()).isTrue();
            }
            assertThat(cluster.size()).isEqualTo(1);
        }
    }

    @Test
    void aClientThatStopsSendingOrQuitsStillGetsAllReplies() throws IOException {
        int keys = 500;
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < keys; i++) {
            all.append("SET key").append(i).append(" value\r\n");
        }
        try (TestCluster cluster = new TestCluster().with("n1", "n2")) {
            assertThat(replies(cluster, all.toString(), true)).isEqualTo("+OK\r\n".repeat(keys));
            assertThat(replies(cluster, all + "QUIT\r\nSET never value\r\n", false))
                    .isEqualTo("+OK\r\n".repeat(keys + 1));
            assertThat(cluster.size()).isEqualTo(keys);
        }
    }

    /** Returns all replies of a node until it closes the connection. */
    private static String replies(TestCluster cluster, String lines, boolean shutdownOutput) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(cluster.node("n1").address());
            socket.getOutputStream().write(bytes(lines));
            if (shutdownOutput) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void killedClientsAreDisconnectedAndNotListed() {
        try (TestCluster cluster = new TestCluster().with("n1");
                RespClient first = cluster.client("n1");
                RespClient other = cluster.client("n1")) {
            Object id = first.ask("CLIENT", "ID");
            assertThat(other.ask("CLIENT", "KILL", "ID", String.valueOf(id))).isEqualTo(1L);
            assertThat(first.isClosed()).isTrue();
            assertThat((String) other.ask("CLIENT", "LIST")).doesNotContain("id=" + id + " ");
        }
    }

    @Test
    void theListOfClientsShowsTheLastCommandOfEach() {
        try (TestCluster cluster = new TestCluster().with("n1");
                RespClient first = cluster.client("n1");
                RespClient other = cluster.client("n1")) {
            assertThat(first.ask("CLIENT", "SETNAME", "one")).isEqualTo("OK");
            String line = ".* name=one .* cmd=%s user=default .*\n";
            assertThat((String) first.ask("CLIENT", "INFO")).matches(line.formatted("client\\|info"));
            assertThat(first.ask("GET", "a")).isNull();
            String id = String.valueOf(first.ask("CLIENT", "ID"));
            for (String[] request : new String[][] {{"GET", "a"}, {"MGET", "a", "b"}, {"DBSIZE"}, {"PING"}}) {
                Object unused = first.ask(request);
                assertThat((String) other.ask("CLIENT", "LIST", "ID", id))
                        .matches(line.formatted(request[0].toLowerCase(Locale.ROOT)));
            }
        }
    }

    @Test
    void aRedirectionNamesTheOwner() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withRedirects(true)).with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            int moved = 0;
            for (int i = 0; i < 50; i++) {
                String reply = String.valueOf(client.ask("SET", "key" + i, "value"));
                if (!reply.equals("OK")) {
                    assertThat(reply)
                            .matches("-MOVED \\d+ 127\\.0\\.0\\.1:"
                                    + cluster.node("n2").address().getPort());
                    moved++;
                }
            }
            assertThat(moved).isBetween(1, 49);
            assertThat(client.ask("MGET", "a", "b"))
                    .isEqualTo("-CROSSSLOT Keys in request don't hash to the same slot");
        }
    }

    @Test
    void withAnotherNumberOfTokensThanRedisClientsMustNotRoute() {
        try (TestCluster cluster = new TestCluster(settings -> settings.withTokens(10)).with("n1");
                RespClient client = cluster.client("n1")) {
            assertThat((String) client.ask("CLUSTER", "SLOTS")).contains("clients must not route by themselves");
            assertThat((String) client.ask("INFO", "cluster")).contains("cluster_enabled:0");
        }
        try (TestCluster cluster = new TestCluster().with("n1").withMaps();
                RespClient client = cluster.client("n1")) {
            assertThat(String.valueOf(client.ask("CLUSTER", "SLOTS"))).contains("0, 16383");
            assertThat((String) client.ask("INFO", "cluster")).contains("cluster_enabled:1");
        }
    }
}
