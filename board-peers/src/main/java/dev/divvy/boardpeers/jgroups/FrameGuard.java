package dev.divvy.boardpeers.jgroups;

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
 * Seals the frames that this node sends, and opens those that it receives. A frame of another mesh, or one that was not sealed with this
 * mesh's secret, is refused before anything inside it is parsed; each side logs once which node was refused, and why.
 */
final class FrameGuard {

    private static final Logger LOG = LoggerFactory.getLogger(FrameGuard.class);

    /** Bounds the memory that strangers take; later ones are refused without a line in the log. */
    private static final int MOST_STRANGERS = 100;

    private static final byte[] NOTHING = new byte[0];

    private final String mesh;
    private final Optional<FrameCipher> seal;

    /** The refusals that were logged here, and those of them that the other side was told of. */
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Where this node listens; written once, by the transport when it has started. */
    private volatile String place = "?";

    FrameGuard(String mesh, Optional<String> secret) {
        this.mesh = mesh;
        this.seal = secret.map(word -> new FrameCipher(mesh, word));
    }

    void listensAt(String address) {
        place = address;
    }

    /** Returns a frame of this mesh with these bytes in it. */
    byte[] close(byte[] bytes, int offset, int length) {
        if (seal.isEmpty()) {
            return Frame.write(Frame.Kind.PLAIN, mesh, place, bytes, offset, length);
        }
        byte[] body = seal.get().close(bytes, offset, length);
        return Frame.write(Frame.Kind.SEALED, mesh, place, body, 0, body.length);
    }

    /**
     * Returns the bytes inside a frame, or nothing when it is refused; then {@code answer} gets a frame that
     * tells its sender why, and returns whether it could be sent.
     *
     * @throws IOException when these bytes are not a frame
     */
    Optional<ByteBuffer> open(byte[] bytes, Object sender, Predicate<byte[]> answer) throws IOException {
        Optional<Frame> frame = Frame.read(bytes, 0, bytes.length);
        if (frame.isEmpty()) {
            throw unreadable(sender, "it is not a frame of a mesh");
        }
        return open(frame.get(), answer);
    }

    /** Returns the failure that ends the connection to a process that sends such bytes; logs it once. */
    IOException unreadable(Object sender, String why) {
        say("what " + sender + " sent is refused: " + why);
        return new IOException("what " + sender + " sent is refused: " + why);
    }

    private Optional<ByteBuffer> open(Frame frame, Predicate<byte[]> answer) {
        if (frame.kind() == Frame.Kind.OTHER_NAME || frame.kind() == Frame.Kind.OTHER_SECRET) {
            String why = frame.kind() == Frame.Kind.OTHER_NAME
                    ? "it is of the mesh " + frame.mesh()
                    : "it has another secret";
            say("the node at " + frame.place() + " does not let this one in: " + why);
            return Optional.empty();
        }
        if (!frame.mesh().equals(mesh)) {
            return refused(frame, Frame.Kind.OTHER_NAME, "it is of the mesh " + frame.mesh(), answer);
        }
        if (seal.isEmpty() && frame.kind() == Frame.Kind.PLAIN) {
            return Optional.of(frame.body());
        }
        if (seal.isEmpty() || frame.kind() == Frame.Kind.PLAIN) {
            String why = seal.isEmpty() ? "it has a secret, and this one has none" : "it has no secret";
            return refused(frame, Frame.Kind.OTHER_SECRET, why, answer);
        }
        try {
            return Optional.of(ByteBuffer.wrap(seal.get().open(frame.body())));
        } catch (GeneralSecurityException e) {
            return refused(frame, Frame.Kind.OTHER_SECRET, "it has another secret", answer);
        }
    }

    /** Logs it here, and lets the other side log it too, as soon as that can be answered. */
    private Optional<ByteBuffer> refused(Frame frame, Frame.Kind kind, String why, Predicate<byte[]> answer) {
        String refusal = "the node at " + frame.place() + " is not let in: " + why;
        say(refusal);
        if (said.contains(refusal)
                && !told.contains(refusal)
                && answer.test(Frame.write(kind, mesh, place, NOTHING, 0, 0))) {
            told.add(refusal);
        }
        return Optional.empty();
    }

    /** Logs this once. */
    private void say(String what) {
        if (said.size() < MOST_STRANGERS && said.add(what)) {
            LOG.warn("mesh {} at {}: {}", mesh, place, what);
        }
    }
}
