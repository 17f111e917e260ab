package dev.divvy.boardpeers.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardpeers.codec.ProtocolVersions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes that know no common version of the protocol refuse each other, and only a node of the mesh can say so. */
class FrameGuardTest {

    private static final ProtocolVersions FIRST = new ProtocolVersions(1, 1);
    private static final ProtocolVersions LATER = new ProtocolVersions(2, 4);

    private static FrameGuard guard(String secret, ProtocolVersions versions) {
        return new FrameGuard("m", Optional.of(secret), versions);
    }

    @Test
    void nodesWithoutACommonVersionRefuseEachOther() throws Exception {
        FrameGuard first = guard("one secret of many", FIRST);
        FrameGuard later = guard("one secret of many", LATER);
        List<byte[]> replies = new ArrayList<>();
        assertThat(first.unwrap(later.wrap(new byte[9], 0, 9), "x", replies::add))
                .isEmpty();
        assertThat(first.versionRefusal().orElseThrow())
                .endsWith("it speaks versions 2 to 4 of the mesh protocol, and this node version 1");
        assertThat(later.unwrap(replies.get(0), "x", replies::add)).isEmpty();
        assertThat(later.versionRefusal().orElseThrow())
                .endsWith("it speaks version 1 of the mesh protocol, and this node versions 2 to 4");
        assertThat(replies).hasSize(1);
    }

    @Test
    void nodesWithACommonVersionReadEachOther() throws Exception {
        FrameGuard both = guard("one secret of many", new ProtocolVersions(1, 2));
        assertThat(both.unwrap(guard("one secret of many", LATER).wrap(new byte[9], 0, 9), "x", reply -> true))
                .contains(ByteBuffer.wrap(new byte[9]));
        assertThat(both.versionRefusal()).isEmpty();
    }

    @Test
    void aStrangerCannotSayThatANodeIsRefused() throws Exception {
        FrameGuard node = guard("one secret of many", FIRST);
        byte[] forged =
                Frame.write(LATER, Frame.Kind.WRONG_VERSION, "m", "10.9.9.1:7999", ByteBuffer.wrap(new byte[60]));
        assertThat(node.unwrap(forged, "x", reply -> true)).isEmpty();
        assertThat(node.unwrap(guard("another secret", LATER).wrap(new byte[9], 0, 9), "x", reply -> true))
                .isEmpty();
        assertThat(node.versionRefusal()).isEmpty();
    }
}
