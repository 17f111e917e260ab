package dev.divvy.boardpeers.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is around everything that nodes say: of which mesh it is, who says it, and how it is to be read. The body is encrypted, or plain
 * where there is no secret, or a refusal of what was said.
 */
final class Frame {

    enum Kind {
        PLAIN,
        SEALED,
        OTHER_NAME,
        OTHER_SECRET
    }

    private static final List<Kind> KINDS = List.of(Kind.PLAIN, Kind.SEALED, Kind.OTHER_NAME, Kind.OTHER_SECRET);
    private static final short MARK = (short) 0xD1FE;
    private static final int LONGEST_TEXT = 1000;

    private final Kind kind;
    private final String mesh;
    private final String place;
    private final ByteBuffer body;

    private Frame(Kind kind, String mesh, String place, ByteBuffer body) {
        this.kind = kind;
        this.mesh = mesh;
        this.place = place;
        this.body = body;
    }

    Kind kind() {
        return kind;
    }

    String mesh() {
        return mesh;
    }

    /** Where the speaker says that it listens. */
    String place() {
        return place;
    }

    ByteBuffer body() {
        return body;
    }

    static byte[] write(Kind kind, String mesh, String place, byte[] body, int offset, int length) {
        byte[] name = mesh.getBytes(UTF_8);
        byte[] speaker = place.getBytes(UTF_8);
        return ByteBuffer.allocate(Short.BYTES + 1 + 2 * Short.BYTES + name.length + speaker.length + length)
                .putShort(MARK)
                .put((byte) KINDS.indexOf(kind))
                .putShort((short) name.length)
                .put(name)
                .putShort((short) speaker.length)
                .put(speaker)
                .put(body, offset, length)
                .array();
    }

    /** Empty when these bytes are no frame. */
    static Optional<Frame> read(byte[] bytes, int offset, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
        try {
            if (in.getShort() != MARK) {
                return Optional.empty();
            }
            int kind = in.get();
            if (kind < 0 || kind >= KINDS.size()) {
                return Optional.empty();
            }
            Optional<String> mesh = text(in);
            Optional<String> place = mesh.flatMap(name -> text(in));
            return place.map(speaker -> new Frame(KINDS.get(kind), mesh.orElseThrow(), speaker, in));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(ByteBuffer in) {
        int length = in.getShort();
        if (length < 0 || length > LONGEST_TEXT || length > in.remaining()) {
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
