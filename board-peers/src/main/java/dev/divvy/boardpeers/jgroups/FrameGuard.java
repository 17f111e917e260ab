package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.codec.ProtocolVersions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wraps the bytes that this node sends into frames, and unwraps the frames that it receives. A frame of another mesh, or one that was not
 * encrypted with this mesh's secret, is refused before anything inside it is parsed, and so is one of a node that knows no common version
 * of the mesh protocol. Each side logs once which node was refused, and why.
 */
public final class FrameGuard {

    private static final Logger LOG = LoggerFactory.getLogger(FrameGuard.class);

    /** Bounds the memory that refusals take; later ones are not logged. */
    private static final int MAX_REFUSALS = 100;

    private static final byte[] EMPTY = new byte[0];

    private final ProtocolVersions versions;
    private final String mesh;
    private final Optional<FrameCipher> cipher;

    /** The messages that were logged. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** The refusals that the other side was told of. */
    private final Set<String> replied = ConcurrentHashMap.newKeySet();

    /** The first refusal, by either side, of a node of the same mesh that knows no common version; empty when there was none. */
    private volatile Optional<String> versionRefusal = Optional.empty();

    /** The address at which this node listens; written once, by the transport when it has started. */
    private volatile String address = "?";

    public FrameGuard(String mesh, Optional<String> secret, ProtocolVersions versions) {
        this.versions = versions;
        this.mesh = mesh;
        this.cipher = secret.map(value -> new FrameCipher(mesh, value));
    }

    void setAddress(String address) {
        this.address = address;
    }

    /** Returns a frame of this mesh that contains these bytes. */
    byte[] wrap(byte[] bytes, int offset, int length) {
        if (cipher.isEmpty()) {
            return frame(Frame.Kind.PLAIN, ByteBuffer.wrap(bytes, offset, length));
        }
        return frame(Frame.Kind.ENCRYPTED, ByteBuffer.wrap(cipher.get().encrypt(bytes, offset, length)));
    }

    private byte[] frame(Frame.Kind kind, ByteBuffer body) {
        return Frame.write(versions, kind, mesh, address, body);
    }

    /** Returns why this node shares no version with another node of its mesh, if there is one. */
    public Optional<String> versionRefusal() {
        return versionRefusal;
    }

    /**
     * Returns the bytes inside a frame, or nothing when the frame is refused. Then {@code reply} gets a frame that tells the sender why,
     * and returns whether it could be sent.
     *
     * @throws IOException when these bytes are not a frame
     */
    Optional<ByteBuffer> unwrap(byte[] bytes, Object sender, Predicate<byte[]> reply) throws IOException {
        Optional<Frame> frame = Frame.read(bytes, 0, bytes.length);
        if (frame.isEmpty()) {
            throw unreadable(sender, "it is not a frame of a mesh");
        }
        return unwrap(frame.get(), reply);
    }

    /** Logs once that a process sent unreadable bytes, and returns the exception that closes the connection to it. */
    IOException unreadable(Object sender, String reason) {
        String message = "refused the bytes from " + sender + ": " + reason;
        logOnce(message);
        return new IOException(message);
    }

    private Optional<ByteBuffer> unwrap(Frame frame, Predicate<byte[]> reply) {
        if (frame.kind() == Frame.Kind.WRONG_MESH || frame.kind() == Frame.Kind.WRONG_SECRET) {
            String reason = frame.kind() == Frame.Kind.WRONG_MESH
                    ? "it belongs to the mesh " + frame.mesh()
                    : "it has another secret";
            logOnce("refused by the node at " + frame.sender() + ": " + reason);
            return Optional.empty();
        }
        if (!frame.mesh().equals(mesh)) {
            return refuse(frame, Frame.Kind.WRONG_MESH, "it belongs to the mesh " + frame.mesh(), reply);
        }
        if (frame.kind() == Frame.Kind.WRONG_VERSION) {
            refusedForVersion(frame);
            return Optional.empty();
        }
        if (cipher.isPresent() != (frame.kind() == Frame.Kind.ENCRYPTED)) {
            String reason = cipher.isEmpty() ? "it has a secret, and this node has none" : "it has no secret";
            return refuse(frame, Frame.Kind.WRONG_SECRET, reason, reply);
        }
        Optional<ByteBuffer> inside = open(frame);
        if (inside.isEmpty()) {
            return refuse(frame, Frame.Kind.WRONG_SECRET, "it has another secret", reply);
        }
        if (!versions.overlaps(frame.versions())) {
            setVersionRefusal(frame);
            return refuse(frame, Frame.Kind.WRONG_VERSION, describeVersions(frame), reply);
        }
        return inside;
    }

    /** Returns the bytes inside a frame of this mesh, if it was written with this mesh's secret. */
    private Optional<ByteBuffer> open(Frame frame) {
        if (cipher.isEmpty()) {
            return Optional.of(frame.body());
        }
        try {
            return Optional.of(ByteBuffer.wrap(cipher.get().decrypt(frame.body())));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** A stranger that does not know the secret cannot claim that this node is refused. */
    private void refusedForVersion(Frame frame) {
        if (open(frame).isPresent() && !versions.overlaps(frame.versions())) {
            setVersionRefusal(frame);
            logOnce("refused by the node at " + frame.sender() + ": " + describeVersions(frame));
        }
    }

    private void setVersionRefusal(Frame frame) {
        if (versionRefusal.isEmpty()) {
            versionRefusal = Optional.of(
                    "the node at " + frame.sender() + " cannot talk to this one: " + describeVersions(frame));
        }
    }

    private String describeVersions(Frame frame) {
        return "it speaks " + frame.versions() + " of the mesh protocol, and this node " + versions;
    }

    /** Logs the refusal and tells the sender, which logs it too. If the sender cannot be told, its next frame leads to another attempt. */
    private Optional<ByteBuffer> refuse(Frame frame, Frame.Kind kind, String reason, Predicate<byte[]> reply) {
        String refusal = "refused the node at " + frame.sender() + ": " + reason;
        logOnce(refusal);
        if (logged.contains(refusal) && !replied.contains(refusal) && reply.test(refusal(kind))) {
            replied.add(refusal);
        }
        return Optional.empty();
    }

    private byte[] refusal(Frame.Kind kind) {
        return frame(
                kind,
                ByteBuffer.wrap(
                        kind == Frame.Kind.WRONG_VERSION
                                ? cipher.map(key -> key.encrypt(EMPTY, 0, 0)).orElse(EMPTY)
                                : EMPTY));
    }

    private void logOnce(String message) {
        if (logged.size() < MAX_REFUSALS && logged.add(message)) {
            LOG.warn("mesh {} at {}: {}", mesh, address, message);
        }
    }
}
