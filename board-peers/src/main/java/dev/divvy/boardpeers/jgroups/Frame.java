package dev.divvy.boardpeers.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.divvy.boardpeers.codec.ProtocolVersions;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The envelope of everything that nodes send: the versions of the mesh protocol that the sender knows, the kind of the frame, the name of
 * the mesh, the address of the sender, and a body. The body is encrypted, or plain when the mesh has no secret; a refusal has none, except
 * that a node of the same mesh proves by an encrypted body that it knows the secret. The form is the same in all versions.
 */
final class Frame {

    enum Kind {
        PLAIN,
        ENCRYPTED,
        WRONG_MESH,
        WRONG_SECRET,
        WRONG_VERSION
    }

    private static final List<Kind> KINDS =
            List.of(Kind.PLAIN, Kind.ENCRYPTED, Kind.WRONG_MESH, Kind.WRONG_SECRET, Kind.WRONG_VERSION);
    private static final short MAGIC = (short) 0xD1FE;
    private static final int MAX_TEXT = 1000;

    private final ProtocolVersions versions;
    private final Kind kind;
    private final String mesh;
    private final String sender;
    private final ByteBuffer body;

    private Frame(ProtocolVersions versions, Kind kind, String mesh, String sender, ByteBuffer body) {
        this.versions = versions;
        this.kind = kind;
        this.mesh = mesh;
        this.sender = sender;
        this.body = body;
    }

    /** Returns the versions of the mesh protocol that the sender knows. */
    ProtocolVersions versions() {
        return versions;
    }

    Kind kind() {
        return kind;
    }

    String mesh() {
        return mesh;
    }

    /** Returns the address at which the sender claims to listen. */
    String sender() {
        return sender;
    }

    ByteBuffer body() {
        return body;
    }

    /** Returns a frame with this body. */
    static byte[] write(ProtocolVersions versions, Kind kind, String mesh, String sender, ByteBuffer body) {
        byte[] name = mesh.getBytes(UTF_8);
        byte[] address = sender.getBytes(UTF_8);
        return ByteBuffer.allocate(Short.BYTES + 3 + 2 * Short.BYTES + name.length + address.length + body.remaining())
                .putShort(MAGIC)
                .put((byte) versions.lowest())
                .put((byte) versions.highest())
                .put((byte) KINDS.indexOf(kind))
                .putShort((short) name.length)
                .put(name)
                .putShort((short) address.length)
                .put(address)
                .put(body)
                .array();
    }

    /** Returns the frame in these bytes; empty when they are not a frame. */
    static Optional<Frame> read(byte[] bytes, int offset, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
        try {
            if (in.getShort() != MAGIC) {
                return Optional.empty();
            }
            int lowest = in.get();
            int highest = in.get();
            int kind = in.get();
            if (lowest < 1 || highest < lowest || kind < 0 || kind >= KINDS.size()) {
                return Optional.empty();
            }
            Optional<String> mesh = readText(in);
            Optional<String> sender = mesh.flatMap(name -> readText(in));
            return sender.map(address ->
                    new Frame(new ProtocolVersions(lowest, highest), KINDS.get(kind), mesh.orElseThrow(), address, in));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> readText(ByteBuffer in) {
        int length = in.getShort();
        if (length < 0 || length > MAX_TEXT || length > in.remaining()) {
            return Optional.empty();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        String text = new String(bytes, UTF_8);
        return Arrays.equals(text.getBytes(UTF_8), bytes) && text.chars().noneMatch(Character::isISOControl)
                ? Optional.of(text)
                : Optional.empty();
    }
}
