package dev.divvy.cache.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.fleet.Fleet;
import dev.divvy.cache.fleet.Talk;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.resp.RequestReader;
import dev.divvy.cache.resp.RespRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How one who came becomes a node. */
class PeerHandshakeTest {

    /** Without a secret and a password both are known to be empty. */
    private final Incarnation stranger = new Incarnation("n9", 1);

    private final PeerHandshake handshake = new PeerHandshake("cache", "\n", () -> stranger);

    private byte[] meeting(Fleet fleet, Talk talk) {
        String challenge = String.valueOf(talk.ask(PeerProtocol.CHALLENGE));
        return handshake.meeting(challenge, life(fleet));
    }

    private static Incarnation life(Fleet fleet) {
        return fleet.node("n1").status().members().get(0).life();
    }

    @Test
    void aNodeMayGreetInAPlainLineAndGoOnAtOnce() throws Exception {
        try (Fleet fleet = new Fleet().with("n1");
                Talk client = fleet.talk("n1");
                Talk talk = fleet.talk("n1")) {
            assertThat(client.ask("GET", "a")).as("the token is served by now").isNull();
            RespRequest meeting = new RespRequest();
            byte[] frame = meeting(fleet, talk);
            int unused = new RequestReader(ClientLimits.DEFAULT).read(frame, 0, frame.length, meeting);
            talk.raw((meeting + "\r\n").getBytes(StandardCharsets.UTF_8));
            talk.say("SET", "a", "b");
            talk.say("DIVVY.COPY", "no number", "0", "");
            talk.flush();
            assertThat(talk.hear()).isEqualTo("OK");
            assertThat(talk.hear()).isEqualTo("OK");
            assertThat(talk.hear()).isEqualTo("-ERR wrong arguments for 'divvy.copy'");
            assertThat(fleet.size()).isEqualTo(1);
        }
    }

    @Test
    void aChallengeIsGoodOnce() {
        try (Fleet fleet = new Fleet().with("n1")) {
            byte[] heard;
            try (Talk talk = fleet.talk("n1")) {
                heard = meeting(fleet, talk);
                talk.raw(heard);
                talk.flush();
                assertThat(talk.hear()).isEqualTo("OK");
            }
            try (Talk talk = fleet.talk("n1")) {
                assertThat((String) talk.ask(PeerProtocol.CHALLENGE)).hasSize(32);
                talk.raw(heard);
                talk.flush();
                assertThat(talk.hear()).isEqualTo("-ERR another secret than this node's");
                assertThat(talk.isClosed()).isTrue();
            }
        }
    }

    @Test
    void anotherGroupOrAnotherLifeIsNotMet() {
        try (Fleet fleet = new Fleet().with("n1")) {
            try (Talk talk = fleet.talk("n1")) {
                String challenge = String.valueOf(talk.ask(PeerProtocol.CHALLENGE));
                talk.raw(new PeerHandshake("other", "\n", () -> stranger).meeting(challenge, life(fleet)));
                talk.flush();
                assertThat((String) talk.hear()).startsWith("-ERR ");
                assertThat(talk.isClosed()).isTrue();
            }
            try (Talk talk = fleet.talk("n1")) {
                String challenge = String.valueOf(talk.ask(PeerProtocol.CHALLENGE));
                talk.raw(handshake.meeting(challenge, new Incarnation("n1", 1)));
                talk.flush();
                assertThat((String) talk.hear()).startsWith("-ERR this is n1/").endsWith(", not n1/1");
                assertThat(talk.isClosed()).isTrue();
            }
        }
    }
}
