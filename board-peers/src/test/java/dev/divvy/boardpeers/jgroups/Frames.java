package dev.divvy.boardpeers.jgroups;

import dev.divvy.boardpeers.codec.MeshCodec;
import dev.divvy.boardpeers.codec.ProtocolVersions;
import java.nio.ByteBuffer;

/** Frames as a node sends them, for tests that pose as one. */
public final class Frames {

    static final ProtocolVersions VERSIONS = MeshCodec.CURRENT.versions();

    private Frames() {}

    /** Returns a frame of a mesh without a secret. */
    public static byte[] plain(String mesh, byte[] inside) {
        return Frame.write(VERSIONS, Frame.Kind.PLAIN, mesh, "10.9.9.1:7999", ByteBuffer.wrap(inside));
    }
}
