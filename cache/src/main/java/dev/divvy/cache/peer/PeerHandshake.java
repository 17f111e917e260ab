package dev.divvy.cache.peer;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.coordination.support.LogLimiter;
import io.netty.buffer.ByteBuf;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves that two nodes belong together: they name the same group and each other's incarnation, and know a secret that is never sent. The
 * node that connects requests a challenge and answers it with a proof.
 */
public final class PeerHandshake {

    /** The outcome of a request that may be part of a handshake. */
    public enum Outcome {
        /** It is not part of a handshake. */
        NOT_FOR_NODES,
        /** The request has its reply; the connection stays a client's. */
        ANSWERED,
        /** The proof is wrong: the connection must be closed. */
        REFUSED,
        /** The other end is a node of this group. */
        ACCEPTED
    }

    private static final Logger log = LoggerFactory.getLogger(PeerHandshake.class);
    private static final SecureRandom RANDOM = new SecureRandom();
    /** The beginning of the reply that accepts a node; the version follows. */
    private static final String ACCEPTED = "OK ";

    private static final String ALGORITHM = "HmacSHA256";

    private final String group;
    private final String secret;
    private final Supplier<Incarnation> self;
    private final RequestVersions versions;

    /** A stranger that tries again and again does not fill the log. */
    private final LogLimiter refusals = new LogLimiter(Duration.ofMinutes(1));

    /**
     * Creates the handshake of a node.
     *
     * @param self returns this node's current incarnation
     */
    public PeerHandshake(String group, String secret, Supplier<Incarnation> self) {
        this(group, secret, self, RequestVersions.SPOKEN);
    }

    PeerHandshake(String group, String secret, Supplier<Incarnation> self, RequestVersions versions) {
        this.group = group;
        this.secret = secret;
        this.self = self;
        this.versions = versions;
    }

    /** Returns the request that answers a challenge of this peer. */
    public byte[] meetRequest(String challenge, Incarnation to) {
        Incarnation from = self.get();
        return RespRequest.of(
                        PeerProtocol.bytes(PeerProtocol.MEET),
                        PeerProtocol.bytes(group),
                        PeerProtocol.bytes(from.member()),
                        PeerProtocol.bytes(Long.toString(from.number())),
                        PeerProtocol.bytes(to.member()),
                        PeerProtocol.bytes(Long.toString(to.number())),
                        PeerProtocol.bytes(proof(challenge, from.toString(), to.toString(), versions.toString())),
                        PeerProtocol.bytes(versions.toString()))
                .data();
    }

    /** Whether a reply to the request is the one of a node that accepts it, in a version that this node speaks. */
    boolean isAccepted(String reply) {
        String version = reply.startsWith(ACCEPTED) ? reply.substring(ACCEPTED.length()) : "";
        return agreed(version + "-" + version).isPresent();
    }

    /** Returns the state of the handshake on an accepted connection. */
    public Inbound inbound() {
        return new Inbound();
    }

    /** Returns the error for a refused request to meet; empty when it is accepted. */
    private String refusal(RespRequest request, String challenge) {
        if (request.size() < 8 || !request.isNumber(3) || !request.isNumber(5)) {
            return "ERR wrong number of arguments for 'divvy.meet' command";
        }
        String from = request.text(2) + "/" + request.number(3);
        String to = request.text(4) + "/" + request.number(5);
        byte[] expected = PeerProtocol.bytes(proof(challenge, from, to, request.text(7)));
        if (challenge.isEmpty() || !MessageDigest.isEqual(expected, request.copy(6))) {
            return "ERR the secret is not the secret of this node";
        }
        if (!request.text(1).equals(group)) {
            return "ERR this node belongs to the group " + group + ", not to " + request.text(1);
        }
        String own = self.get().toString();
        if (!to.equals(own)) {
            return "ERR this is " + own + ", not " + to;
        }
        return agreed(request.text(7)).isPresent()
                ? ""
                : "ERR this node speaks the versions " + versions + " of the requests between nodes, not "
                        + request.text(7) + "; upgrade the older one first to a release between them";
    }

    /** Returns the version that this node uses with one that speaks these. */
    private OptionalInt agreed(String spoken) {
        return RequestVersions.parse(spoken).map(versions::common).orElse(OptionalInt.empty());
    }

    private String proof(String challenge, String from, String to, String spoken) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            // A key must not be empty; a group without a secret has a key that is not secret.
            mac.init(new SecretKeySpec(("divvy:" + secret).getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of()
                    .formatHex(mac.doFinal(PeerProtocol.bytes(String.join("\n", challenge, group, from, to, spoken))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }

    /** The accepting side of a handshake; belongs to one connection. */
    public final class Inbound {

        /** Valid for one attempt. */
        private String challenge = "";

        private @Nullable Incarnation peer;

        private Inbound() {}

        /** Returns the node at the other end, once it is accepted. */
        public Incarnation peer() {
            return Objects.requireNonNull(peer);
        }

        /** Replies to a request if it is part of a handshake. */
        public Outcome receive(RespRequest request, SocketAddress from, ByteBuf out) {
            if (request.is(0, PeerProtocol.CHALLENGE)) {
                byte[] random = new byte[16];
                RANDOM.nextBytes(random);
                challenge = HexFormat.of().formatHex(random);
                ReplyWriter.bulk(out, challenge);
                return Outcome.ANSWERED;
            }
            if (!request.is(0, PeerProtocol.MEET)) {
                return Outcome.NOT_FOR_NODES;
            }
            String refusal = refusal(request, challenge);
            challenge = "";
            if (!refusal.isEmpty()) {
                refusals.due(refusal.split(",", 2)[0])
                        .ifPresent(leftOut -> log.warn(
                                "refused a node at {}: {} ({} more since the last such line)", from, refusal, leftOut));
                ReplyWriter.error(out, refusal);
                return Outcome.REFUSED;
            }
            peer = new Incarnation(request.text(2), request.number(3));
            ReplyWriter.simple(out, ACCEPTED + agreed(request.text(7)).orElseThrow());
            return Outcome.ACCEPTED;
        }
    }
}
