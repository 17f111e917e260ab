package dev.divvy.boardpeers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes of another mesh, or with another secret, never join, and each side logs why. */
@Timeout(180)
class StrangersTest {

    private final ByteArrayOutputStream captured = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final InetSocketAddress first = Nodes.free();
    private final InetSocketAddress second = Nodes.free();

    @BeforeEach
    void captureLog() {
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restoreLog() {
        System.setErr(before);
        before.print(log());
    }

    private String log() {
        return captured.toString(StandardCharsets.UTF_8);
    }

    private static MeshSettings at(InetSocketAddress address, InetSocketAddress peer) {
        return MeshSettings.of(address).withPeers(List.of(peer)).withTiming(Nodes.CALM);
    }

    private void neverJoin(
            UnaryOperator<MeshSettings> firstSettings, UnaryOperator<MeshSettings> secondSettings, String... lines)
            throws Exception {
        try (Mesh firstMesh =
                        Mesh.join(firstSettings.apply(MeshSettings.of(first).withTiming(Nodes.CALM)));
                Mesh secondMesh = Mesh.join(secondSettings.apply(at(second, first)))) {
            for (String line : lines) {
                Await.until("\"" + line + "\" is logged", () -> log().contains(line));
            }
            assertThat(firstMesh.addresses()).containsExactly(first);
            assertThat(secondMesh.addresses()).containsExactly(second);
            for (String line : lines) {
                assertThat(log().split(line, -1)).as("logged once").hasSize(2);
            }
        }
    }

    private static String format(InetSocketAddress address) {
        return MeshSettings.format(address);
    }

    @Test
    void aNodeOfAnotherMeshIsRefused() throws Exception {
        neverJoin(
                settings -> settings.withName("ours"),
                settings -> settings.withName("theirs"),
                "mesh ours at " + format(first) + ": refused the node at " + format(second)
                        + ": it belongs to the mesh theirs",
                "mesh theirs at " + format(second) + ": refused by the node at " + format(first)
                        + ": it belongs to the mesh ours");
    }

    @Test
    void aNodeWithAnotherSecretIsRefused() throws Exception {
        neverJoin(
                settings -> settings.withSecret("one secret of many"),
                settings -> settings.withSecret("another one of many"),
                "mesh divvy at " + format(first) + ": refused the node at " + format(second)
                        + ": it has another secret",
                "mesh divvy at " + format(second) + ": refused by the node at " + format(first)
                        + ": it has another secret");
    }

    @Test
    void aNodeWithoutTheSecretIsRefused() throws Exception {
        neverJoin(
                settings -> settings.withSecret("one secret of many"),
                settings -> settings,
                "mesh divvy at " + format(first) + ": refused the node at " + format(second) + ": it has no secret",
                "mesh divvy at " + format(second) + ": refused by the node at " + format(first)
                        + ": it has another secret");
    }

    @Test
    void aNodeWithASecretIsRefusedByAMeshWithoutOne() throws Exception {
        neverJoin(
                settings -> settings,
                settings -> settings.withSecret("one secret of many"),
                "mesh divvy at " + format(first) + ": refused the node at " + format(second)
                        + ": it has a secret, and this node has none",
                "mesh divvy at " + format(second) + ": refused by the node at " + format(first)
                        + ": it has another secret");
    }

    @Test
    void aNodeWithTheSameSecretJoins() throws Exception {
        try (Mesh firstMesh = Mesh.join(at(first, second).withSecret("one secret of many"));
                Mesh secondMesh = Mesh.join(at(second, first).withSecret("one secret of many"))) {
            Await.until(
                    "they see each other",
                    () -> firstMesh.addresses().size() == 2
                            && secondMesh.addresses().size() == 2);
            assertThat(log())
                    .doesNotContain("one secret of many")
                    .doesNotContain("refused the node")
                    .doesNotContain("refused by");
        }
    }
}
