package dev.divvy.boardpeers;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.TestProcess;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The board fulfils the contract when the primary is another process. */
class RemotePrimaryContractTest extends PeersBoardContract {

    private static final List<Mesh> MESHES = new ArrayList<>();
    private static final List<TestProcess> PROCESSES = new ArrayList<>();

    RemotePrimaryContractTest() {
        super(MESHES.get(0), MESHES.get(1));
    }

    @BeforeAll
    static void start() throws Exception {
        InetSocketAddress remote = Nodes.free();
        TestProcess primary = TestProcess.start(
                "remote primary",
                MeshProcess.class,
                List.of("remote", MeshSettings.format(remote), MeshSettings.format(remote), "200", "20000"),
                Map.of());
        PROCESSES.add(primary);
        primary.awaitOutput("joined after ", 1);
        for (int i = 0; i < 2; i++) {
            MESHES.add(Mesh.join(
                    MeshSettings.of(Nodes.free()).withPeers(List.of(remote)).withTiming(Nodes.CALM)));
        }
        Await.until(
                "all see each other, the remote primary first",
                () -> MESHES.stream()
                        .allMatch(mesh -> mesh.addresses().size() == 3
                                && mesh.addresses().get(0).equals(remote)));
    }

    @AfterAll
    static void stop() {
        MESHES.forEach(Mesh::close);
        PROCESSES.forEach(TestProcess::close);
    }
}
