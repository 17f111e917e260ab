package dev.divvy.boardpeers.codec;

import java.nio.BufferUnderflowException;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The first message of a node to another: the versions of the protocol that it knows, and its abilities. Its form is the same in all
 * versions, and whatever a later version adds at its end is ignored.
 *
 * @param abilities the names of what this node can do beyond its version
 * @param replyWanted whether the sender does not know the receiver's greeting
 */
public record Greeting(ProtocolVersions versions, NavigableSet<String> abilities, boolean replyWanted) {

    /** In place of the version with which other messages begin. */
    private static final int MARK = 0;

    public Greeting {
        abilities = Collections.unmodifiableNavigableSet(new TreeSet<>(abilities));
    }

    public Greeting withReplyWanted(boolean wanted) {
        return new Greeting(versions, abilities, wanted);
    }

    public byte[] write() {
        WireWriter out = new WireWriter();
        out.writeByte(MARK);
        out.writeByte(versions.lowest());
        out.writeByte(versions.highest());
        out.writeBoolean(replyWanted);
        out.writeList(abilities, WireWriter::writeString);
        return out.toByteArray();
    }

    /**
     * Returns the greeting in these bytes; empty when they are another message.
     *
     * @throws IllegalArgumentException when these bytes are not a message
     */
    public static Optional<Greeting> read(byte[] bytes, int offset, int length) {
        WireReader in = new WireReader(bytes, offset, length);
        try {
            if (in.readByte() != MARK) {
                return Optional.empty();
            }
            ProtocolVersions versions = new ProtocolVersions(in.readByte(), in.readByte());
            boolean replyWanted = in.readBoolean();
            return Optional.of(new Greeting(versions, new TreeSet<>(in.readList(WireReader::readString)), replyWanted));
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the message ends too soon", e);
        }
    }
}
