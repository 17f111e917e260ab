package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of discovery. */
@Timeout(180)
class DiscoveryTest {

    private static void find(MeshSettings first, MeshSettings second) throws Exception {
        try (Mesh firstMesh = Mesh.join(first.withTiming(Nodes.CALM));
                Mesh secondMesh = Mesh.join(second.withTiming(Nodes.CALM))) {
            Await.until(
                    "they see each other",
                    () -> firstMesh.addresses().size() == 2
                            && secondMesh.addresses().size() == 2);
            assertThat(firstMesh.addresses())
                    .isEqualTo(secondMesh.addresses())
                    .contains(firstMesh.address(), secondMesh.address());
        }
    }

    @Test
    void byAListWithoutTheOwnAddress() throws Exception {
        InetSocketAddress first = Nodes.free();
        find(MeshSettings.of(first), MeshSettings.of(Nodes.free()).withPeers(List.of(first)));
    }

    @Test
    void byAFolder(@TempDir Path folder) throws Exception {
        Discovery shared = new Discovery.Folder(folder.resolve("mesh"));
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        find(MeshSettings.of(any).withDiscovery(shared), MeshSettings.of(any).withDiscovery(shared));
    }

    @Test
    void byMulticast() throws Exception {
        Discovery multicast = new Discovery.Multicast(
                InetAddress.getByName("239.255.77.1"), Nodes.free().getPort());
        find(
                MeshSettings.of(Nodes.free()).withDiscovery(multicast),
                MeshSettings.of(Nodes.free()).withDiscovery(multicast));
    }

    /** The name resolves to the first of two addresses of this machine; both nodes have the same port. */
    @Test
    void byAName() throws Exception {
        int port = Nodes.free().getPort();
        InetAddress first = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        InetAddress second = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        Discovery name = new Discovery.Dns("localhost", port);
        find(
                MeshSettings.of(new InetSocketAddress(first, port)).withDiscovery(name),
                MeshSettings.of(new InetSocketAddress(second, port)).withDiscovery(name));
    }
}
