package dev.divvy.cache.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.resp.RequestReader;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The handshake that makes a connection one between nodes. */
class PeerHandshakeTest {

    private static final InetSocketAddress ADDRESS = new InetSocketAddress(1);

    private final Incarnation self = new Incarnation("n9", 1);

    /** With an empty secret and an empty password, as those of the node. */
    private final PeerHandshake handshake = new PeerHandshake("cache", "\n", () -> self);

    private byte[] meetRequest(TestCluster cluster, RespClient client) {
        String challenge = String.valueOf(client.ask(PeerProtocol.CHALLENGE));
        return handshake.meetRequest(challenge, incarnation(cluster));
    }

    private static Incarnation incarnation(TestCluster cluster) {
        return cluster.node("n1").status().members().get(0).incarnation();
    }

    @Test
    void aNodeMayMeetByAnInlineRequestAndContinueAtOnce() throws Exception {
        try (TestCluster cluster = new TestCluster().with("n1");
                RespClient other = cluster.client("n1");
                RespClient client = cluster.client("n1")) {
            assertThat(other.ask("GET", "a")).as("the token is served by now").isNull();
            RespRequest meetRequest = new RespRequest();
            byte[] frame = meetRequest(cluster, client);
            int unused = new RequestReader(ClientLimits.DEFAULT).read(frame, 0, frame.length, meetRequest);
            client.raw((meetRequest + "\r\n").getBytes(StandardCharsets.UTF_8));
            client.send("SET", "a", "b");
            client.send("DIVVY.REPLICA", "no number", "0", "");
            client.flush();
            assertThat(client.receive()).isEqualTo("OK 1");
            assertThat(client.receive()).isEqualTo("OK");
            assertThat(client.receive()).isEqualTo("-ERR wrong arguments for 'divvy.replica'");
            assertThat(cluster.size()).isEqualTo(1);
        }
    }

    @Test
    void aChallengeIsValidOnce() {
        try (TestCluster cluster = new TestCluster().with("n1")) {
            byte[] recorded;
            try (RespClient client = cluster.client("n1")) {
                recorded = meetRequest(cluster, client);
                client.raw(recorded);
                client.flush();
                assertThat(client.receive()).isEqualTo("OK 1");
            }
            try (RespClient client = cluster.client("n1")) {
                assertThat((String) client.ask(PeerProtocol.CHALLENGE)).hasSize(32);
                client.raw(recorded);
                client.flush();
                assertThat(client.receive()).isEqualTo("-ERR the secret is not the secret of this node");
                assertThat(client.isClosed()).isTrue();
            }
        }
    }

    @Test
    void anotherGroupOrAnotherIncarnationIsRefused() {
        try (TestCluster cluster = new TestCluster().with("n1")) {
            try (RespClient client = cluster.client("n1")) {
                String challenge = String.valueOf(client.ask(PeerProtocol.CHALLENGE));
                client.raw(new PeerHandshake("other", "\n", () -> self).meetRequest(challenge, incarnation(cluster)));
                client.flush();
                assertThat((String) client.receive()).startsWith("-ERR ");
                assertThat(client.isClosed()).isTrue();
            }
            try (RespClient client = cluster.client("n1")) {
                String challenge = String.valueOf(client.ask(PeerProtocol.CHALLENGE));
                client.raw(handshake.meetRequest(challenge, new Incarnation("n1", 1)));
                client.flush();
                assertThat((String) client.receive())
                        .startsWith("-ERR this is n1/")
                        .endsWith(", not n1/1");
                assertThat(client.isClosed()).isTrue();
            }
        }
    }

    @Test
    void twoReleasesUseTheHighestVersionThatBothSpeak() {
        assertThat(meet(new RequestVersions(1, 2), new RequestVersions(1, 1))).isEqualTo("+OK 1");
        assertThat(meet(new RequestVersions(1, 1), new RequestVersions(1, 2))).isEqualTo("+OK 1");
        assertThat(meet(new RequestVersions(2, 3), new RequestVersions(1, 2))).isEqualTo("+OK 2");
        assertThat(meet(new RequestVersions(1, 1), new RequestVersions(2, 3)))
                .isEqualTo(
                        "-ERR this node speaks the versions 2-3 of the requests between nodes, not 1-1; upgrade the older one"
                                + " first to a release between them");
        assertThat(meet(new RequestVersions(2, 3), new RequestVersions(1, 1)))
                .startsWith("-ERR this node speaks the versions 1-1");
    }

    /** Returns the reply of a node to one that connects. */
    private static String meet(RequestVersions connecting, RequestVersions accepting) {
        Incarnation from = new Incarnation("n1", 1);
        Incarnation to = new Incarnation("n2", 1);
        PeerHandshake newcomer = new PeerHandshake("cache", "secret", () -> from, connecting);
        PeerHandshake.Inbound inbound = new PeerHandshake("cache", "secret", () -> to, accepting).inbound();
        ByteBuf challenge = Unpooled.buffer();
        inbound.receive(RespRequest.of(PeerProtocol.bytes(PeerProtocol.CHALLENGE)), ADDRESS, challenge);
        byte[] random = ByteBufUtil.getBytes(challenge);
        ByteBuf reply = Unpooled.buffer();
        PeerHandshake.Outcome outcome = inbound.receive(
                RespRequest.parse(newcomer.meetRequest(PeerProtocol.text(random, 0, random.length), to)),
                ADDRESS,
                reply);
        String text = reply.toString(StandardCharsets.UTF_8).strip();
        assertThat(outcome)
                .isEqualTo(text.startsWith("+") ? PeerHandshake.Outcome.ACCEPTED : PeerHandshake.Outcome.REFUSED);
        assertThat(newcomer.isAccepted(text.substring(1))).isEqualTo(text.startsWith("+"));
        return text;
    }

    @Test
    void aRunningNodeIsMetByANewerReleaseInItsOwnVersion() {
        try (TestCluster cluster = new TestCluster().with("n1");
                RespClient newer = cluster.client("n1");
                RespClient muchNewer = cluster.client("n1")) {
            assertThat(meet(cluster, newer, new RequestVersions(1, 2))).isEqualTo("OK 1");
            assertThat(newer.ask("SET", "a", "b")).isEqualTo("OK");
            assertThat(meet(cluster, muchNewer, new RequestVersions(2, 3)))
                    .startsWith("-ERR this node speaks the versions 1-1");
            assertThat(muchNewer.isClosed()).isTrue();
        }
    }

    private String meet(TestCluster cluster, RespClient client, RequestVersions versions) {
        String challenge = String.valueOf(client.ask(PeerProtocol.CHALLENGE));
        PeerHandshake release = new PeerHandshake("cache", "\n", () -> self, versions);
        client.raw(release.meetRequest(challenge, incarnation(cluster)));
        client.flush();
        return String.valueOf(client.receive());
    }

    @Test
    void aStrangerThatTriesAgainAndAgainIsLoggedOnce() {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < 20; i++) {
                RespRequest wrong =
                        RespRequest.of(Stream.of(PeerProtocol.MEET, "cache", "n8", "1", "n9", "1", "00", "1-1")
                                .map(PeerProtocol::bytes)
                                .toArray(byte[][]::new));
                assertThat(handshake.inbound().receive(wrong, new InetSocketAddress(i), Unpooled.buffer()))
                        .isEqualTo(PeerHandshake.Outcome.REFUSED);
            }
        } finally {
            System.setErr(before);
        }
        assertThat(captured.toString(StandardCharsets.UTF_8).split("refused a node at", -1))
                .hasSize(2);
    }
}
