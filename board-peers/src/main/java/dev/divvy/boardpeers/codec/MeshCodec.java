package dev.divvy.boardpeers.codec;

import dev.divvy.boardpeers.replication.MeshMessage;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Writes and reads messages in all versions of the mesh protocol that a release knows. */
public interface MeshCodec {

    /** The codec of this release. */
    MeshCodec CURRENT = new MeshCodec() {
        @Override
        public ProtocolVersions versions() {
            return new ProtocolVersions(MessageCodec.VERSION, MessageCodec.VERSION);
        }

        @Override
        public byte[] write(int version, MeshMessage message) {
            return MessageCodec.write(message);
        }

        @Override
        public MeshMessage read(byte[] bytes, int offset, int length) {
            return MessageCodec.read(bytes, offset, length);
        }
    };

    ProtocolVersions versions();

    /** Returns the names of what this release can do beyond its version. */
    default NavigableSet<String> abilities() {
        return new TreeSet<>();
    }

    /** Returns the message in the form of a version, which is one of {@link #versions}; its first byte is the version. */
    byte[] write(int version, MeshMessage message);

    /**
     * Returns the message that was written to these bytes, in any of the versions.
     *
     * @throws IllegalArgumentException when these bytes are not a message of one of the versions
     */
    MeshMessage read(byte[] bytes, int offset, int length);

    default Greeting greeting() {
        return new Greeting(versions(), abilities(), true);
    }
}
