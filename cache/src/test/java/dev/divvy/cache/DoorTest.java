package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
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

/** Who may come in, how much they may bring, and what they hear when they may not. */
class DoorTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void nothingIsDoneBeforeThePasswordIsGiven() {
        try (Fleet fleet = new Fleet(settings -> settings.withPassword("open sesame")).with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            assertThat(talk.ask("GET", "a")).isEqualTo("-NOAUTH Authentication required.");
            assertThat(talk.ask("SET", "a", "b")).isEqualTo("-NOAUTH Authentication required.");
            assertThat(talk.ask("DIVVY.NODES")).isEqualTo("-NOAUTH Authentication required.");
            assertThat(talk.ask("NO.SUCH")).isEqualTo("-NOAUTH Authentication required.");
            for (String line : List.of("GET a", "DIVVY.STATUS", "DIVVY.COPY 1 0 x", "DIVVY.WHOLE l 1 1 1", "PING")) {
                assertThat(plain(talk, line)).as(line).isEqualTo("-NOAUTH Authentication required.");
            }
            assertThat(plain(talk, "AUTH wrong\r\nSET a b").toString()).startsWith("-WRONGPASS");
            assertThat(talk.hear()).isEqualTo("-NOAUTH Authentication required.");
            assertThat((String) talk.ask("AUTH", "wrong")).startsWith("-WRONGPASS");
            assertThat(talk.ask("AUTH", "open sesame")).isEqualTo("OK");
            for (int i = 0; i < 50; i++) {
                // Half of them are the other node's: nodes let each other in.
                assertThat(talk.ask("SET", "a" + i, "b")).isEqualTo("OK");
            }
            assertThat(fleet.size()).isEqualTo(50);
            assertThat(plain(talk, "RESET\r\nGET a1")).isEqualTo("RESET");
            assertThat(talk.hear()).isEqualTo("-NOAUTH Authentication required.");
            assertThat(talk.ask("SET", "a", "x".repeat(20_000)))
                    .isEqualTo("-ERR Protocol error: unauthenticated bulk length");
            assertThat(talk.isClosed()).isTrue();
        }
    }

    /** Asks in plain lines, as people do; the first answer. */
    private static Object plain(Talk talk, String lines) {
        talk.raw(bytes(lines + "\r\n"));
        talk.flush();
        return String.valueOf(talk.hear());
    }

    @Test
    void whoSaysToBeANodeMustKnowTheSecret() {
        try (Fleet fleet = new Fleet(settings -> settings.withPassword("open sesame")).with("n1");
                Talk talk = fleet.talk("n1")) {
            assertThat(talk.ask("DIVVY.MEET", "cache", "n9", "1", "n1", "1", "00"))
                    .isEqualTo("-ERR another secret than this node's");
            assertThat(talk.isClosed()).isTrue();
        }
        try (Fleet fleet = new Fleet().with("n1");
                Talk talk = fleet.talk("n1")) {
            assertThat((String) talk.ask("DIVVY.CHALLENGE")).hasSize(32);
            assertThat(talk.ask("DIVVY.MEET", "cache", "n9", "no number", "n1", "1", "00"))
                    .isEqualTo("-ERR wrong number of arguments for 'divvy.meet' command");
            assertThat(talk.isClosed()).isTrue();
        }
    }

    @Test
    void nodesWithAnotherSecretNeverAskEachOther() {
        // They meet on one board here, which nodes with a mesh of their own never would; still nothing is asked.
        try (Fleet fleet = new Fleet(settings -> settings.withSecret("secret of " + settings.name())
                                .withPatience(Duration.ofMillis(200))
                                .withTiming(settings.timing().withGrace(Duration.ofMillis(500))))
                        .with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            Set<Object> answers = new HashSet<>();
            for (int i = 0; i < 50 && answers.size() < 2; i++) {
                answers.add(String.valueOf(talk.ask("SET", "key" + i, "value")));
            }
            assertThat(answers).containsExactlyInAnyOrder("OK", "-CLUSTERDOWN Hash slot not served");
            assertThat(fleet.node("n2").size()).isZero();
        }
    }

    @Test
    void anAddressForOthersNeedsAPasswordOrACertificate() {
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
        try (Fleet fleet = new Fleet().with("n1")) {
            InetSocketAddress taken = fleet.node("n1").address();
            assertThatThrownBy(() -> new Fleet(settings -> settings.withListenAddress(taken)).start("n2"))
                    .hasMessageContaining("cannot listen at 127.0.0.1:" + taken.getPort());
            assertThatThrownBy(() -> CacheNode.start(NodeSettings.named("n2").withMeshAddress(taken)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot join the mesh cache at 127.0.0.1:" + taken.getPort()
                            + ": the port is in use or the address does not belong to this machine");
        }
    }

    @Test
    void clientsAndNodesSpeakEncryptedWhereThereIsACertificate() {
        Certificates pem = Certificates.shared();
        try (Fleet fleet = new Fleet(settings -> settings.withTls(pem.certificate(), pem.key(), pem.authority()))
                .with("n1", "n2")) {
            int port = fleet.node("n1").address().getPort();
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
            assertThat(fleet.node("n2").size()).isPositive();
            assertThat(fleet.size()).isEqualTo(50);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeSettings.named("n1").withTls(pem.key(), pem.certificate(), pem.authority()))
                .withMessageContaining("cannot be used");
    }

    @Test
    void tooManyClientsAreToldSoAndNodesStillComeIn() {
        try (Fleet fleet = new Fleet(settings -> settings.withMaxConnections(2)).with("n1", "n2");
                Talk first = fleet.talk("n1");
                Talk second = fleet.talk("n1")) {
            assertThat(first.ask("PING")).isEqualTo("PONG");
            assertThat(second.ask("PING")).isEqualTo("PONG");
            try (Talk third = fleet.talk("n1")) {
                assertThat(third.ask("PING")).isEqualTo("-ERR max number of clients reached");
                assertThat(third.isClosed()).isTrue();
            }
            for (int i = 0; i < 20; i++) {
                assertThat(second.ask("SET", "key" + i, "value")).isEqualTo("OK");
            }
            try (Talk other = fleet.talk("n2")) {
                for (int i = 0; i < 20; i++) {
                    assertThat(other.ask("GET", "key" + i)).isEqualTo("value");
                }
            }
        }
    }

    @Test
    void whatIsTooLargeIsRefusedAndChangesNothing() {
        try (Fleet fleet = new Fleet(settings -> settings.withMaxValue(1000).withMaxRequest(4000, 50)).with("n1")) {
            try (Talk talk = fleet.talk("n1")) {
                assertThat(talk.ask("SET", "a", "x".repeat(1001)))
                        .isEqualTo("-ERR Protocol error: invalid bulk length");
                assertThat(talk.isClosed()).isTrue();
            }
            try (Talk talk = fleet.talk("n1")) {
                assertThat(talk.ask("SET", "a", "x".repeat(600))).isEqualTo("OK");
                assertThat(talk.ask("STRLEN", "a")).isEqualTo(600L);
                talk.raw(bytes("*51\r\n"));
                talk.flush();
                assertThat(talk.hear()).isEqualTo("-ERR Protocol error: invalid multibulk length");
                assertThat(talk.isClosed()).isTrue();
            }
            assertThat(fleet.size()).isEqualTo(1);
        }
    }

    @Test
    void whoSendsNothingMoreOrSaysGoodbyeStillGetsAllAnswers() throws IOException {
        int keys = 500;
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < keys; i++) {
            all.append("SET key").append(i).append(" value\r\n");
        }
        try (Fleet fleet = new Fleet().with("n1", "n2")) {
            assertThat(answers(fleet, all.toString(), true)).isEqualTo("+OK\r\n".repeat(keys));
            assertThat(answers(fleet, all + "QUIT\r\nSET never value\r\n", false))
                    .isEqualTo("+OK\r\n".repeat(keys + 1));
            assertThat(fleet.size()).isEqualTo(keys);
        }
    }

    /** All that a node answers until it closes the connection. */
    private static String answers(Fleet fleet, String lines, boolean sendsNothingMore) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(fleet.node("n1").address());
            socket.getOutputStream().write(bytes(lines));
            if (sendsNothingMore) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void killedClientsAreGone() {
        try (Fleet fleet = new Fleet().with("n1");
                Talk one = fleet.talk("n1");
                Talk other = fleet.talk("n1")) {
            Object id = one.ask("CLIENT", "ID");
            assertThat(other.ask("CLIENT", "KILL", "ID", String.valueOf(id))).isEqualTo(1L);
            assertThat(one.isClosed()).isTrue();
            assertThat((String) other.ask("CLIENT", "LIST")).doesNotContain("id=" + id + " ");
        }
    }

    @Test
    void theListOfClientsTellsWhatEachDidLast() {
        try (Fleet fleet = new Fleet().with("n1");
                Talk one = fleet.talk("n1");
                Talk other = fleet.talk("n1")) {
            assertThat(one.ask("CLIENT", "SETNAME", "one")).isEqualTo("OK");
            String mine = ".* name=one .* cmd=%s user=default .*\n";
            assertThat((String) one.ask("CLIENT", "INFO")).matches(mine.formatted("client\\|info"));
            assertThat(one.ask("GET", "a")).isNull();
            String id = String.valueOf(one.ask("CLIENT", "ID"));
            for (String[] request : new String[][] {{"GET", "a"}, {"MGET", "a", "b"}, {"DBSIZE"}, {"PING"}}) {
                Object unused = one.ask(request);
                assertThat((String) other.ask("CLIENT", "LIST", "ID", id))
                        .matches(mine.formatted(request[0].toLowerCase(Locale.ROOT)));
            }
        }
    }

    @Test
    void aNodeThatRedirectsNamesTheOwner() {
        try (Fleet fleet = new Fleet(settings -> settings.withRedirects(true)).with("n1", "n2");
                Talk talk = fleet.talk("n1")) {
            int moved = 0;
            for (int i = 0; i < 50; i++) {
                String answer = String.valueOf(talk.ask("SET", "key" + i, "value"));
                if (!answer.equals("OK")) {
                    assertThat(answer)
                            .matches("-MOVED \\d+ 127\\.0\\.0\\.1:"
                                    + fleet.node("n2").address().getPort());
                    moved++;
                }
            }
            assertThat(moved).isBetween(1, 49);
            assertThat(talk.ask("MGET", "a", "b")).isEqualTo("-CROSSSLOT Keys in request don't hash to the same slot");
        }
    }

    @Test
    void nodesWithAnotherCountOfTokensThanRedisSayThatClientsMustNotRoute() {
        try (Fleet fleet = new Fleet(settings -> settings.withTokens(10)).with("n1");
                Talk talk = fleet.talk("n1")) {
            assertThat((String) talk.ask("CLUSTER", "SLOTS")).contains("clients must not route by themselves");
            assertThat((String) talk.ask("INFO", "cluster")).contains("cluster_enabled:0");
        }
        try (Fleet fleet = new Fleet().with("n1").withMaps();
                Talk talk = fleet.talk("n1")) {
            assertThat(String.valueOf(talk.ask("CLUSTER", "SLOTS"))).contains("0, 16383");
            assertThat((String) talk.ask("INFO", "cluster")).contains("cluster_enabled:1");
        }
    }
}
