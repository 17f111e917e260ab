package dev.divvy.boardpeers;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The board keeps the contract when another process keeps the boards. */
class FarKeeperContractTest extends PeersBoardContract {

    private static final List<Mesh> MESHES = new ArrayList<>();
    private static final List<TestProcess> FAR = new ArrayList<>();

    FarKeeperContractTest() {
        super(MESHES.get(0), MESHES.get(1));
    }

    @BeforeAll
    static void start() throws Exception {
        InetSocketAddress far = Nodes.free();
        TestProcess keeper = TestProcess.start(
                "far keeper",
                Player.class,
                List.of("far", MeshSettings.shown(far), MeshSettings.shown(far), "200", "20000"),
                Map.of());
        FAR.add(keeper);
        keeper.awaitSaid("joined after ", 1);
        for (int i = 0; i < 2; i++) {
            MESHES.add(Mesh.join(
                    MeshSettings.of(Nodes.free()).withPeers(List.of(far)).withTiming(Nodes.CALM)));
        }
        Await.until(
                "all see each other, the far one first",
                () -> MESHES.stream()
                        .allMatch(mesh -> mesh.addresses().size() == 3
                                && mesh.addresses().get(0).equals(far)));
    }

    @AfterAll
    static void stop() {
        MESHES.forEach(Mesh::close);
        FAR.forEach(TestProcess::close);
    }
}
