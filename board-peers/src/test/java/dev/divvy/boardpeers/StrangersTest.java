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

/** Nodes of another mesh, or with another secret, never join, and each side says why. */
@Timeout(180)
class StrangersTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final InetSocketAddress one = Nodes.free();
    private final InetSocketAddress other = Nodes.free();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(before);
        before.print(log());
    }

    private String log() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private static MeshSettings at(InetSocketAddress address, InetSocketAddress peer) {
        return MeshSettings.of(address).withPeers(List.of(peer)).withTiming(Nodes.CALM);
    }

    private void neverJoin(UnaryOperator<MeshSettings> first, UnaryOperator<MeshSettings> second, String... lines)
            throws Exception {
        try (Mesh here = Mesh.join(first.apply(MeshSettings.of(one).withTiming(Nodes.CALM)));
                Mesh there = Mesh.join(second.apply(at(other, one)))) {
            for (String line : lines) {
                Await.until("\"" + line + "\" is said", () -> log().contains(line));
            }
            assertThat(here.addresses()).containsExactly(one);
            assertThat(there.addresses()).containsExactly(other);
            for (String line : lines) {
                assertThat(log().split(line, -1)).as("said once").hasSize(2);
            }
        }
    }

    private static String shown(InetSocketAddress address) {
        return MeshSettings.shown(address);
    }

    @Test
    void whoHasAnotherName() throws Exception {
        neverJoin(
                settings -> settings.withName("ours"),
                settings -> settings.withName("theirs"),
                "mesh ours at " + shown(one) + ": the node at " + shown(other)
                        + " is not let in: it is of the mesh theirs",
                "mesh theirs at " + shown(other) + ": the node at " + shown(one)
                        + " does not let this one in: it is of the mesh ours");
    }

    @Test
    void whoHasAnotherSecret() throws Exception {
        neverJoin(
                settings -> settings.withSecret("one secret of many"),
                settings -> settings.withSecret("another one of many"),
                "mesh divvy at " + shown(one) + ": the node at " + shown(other)
                        + " is not let in: it has another secret",
                "mesh divvy at " + shown(other) + ": the node at " + shown(one)
                        + " does not let this one in: it has another secret");
    }

    @Test
    void whoHasNoSecret() throws Exception {
        neverJoin(
                settings -> settings.withSecret("one secret of many"),
                settings -> settings,
                "mesh divvy at " + shown(one) + ": the node at " + shown(other) + " is not let in: it has no secret",
                "mesh divvy at " + shown(other) + ": the node at " + shown(one)
                        + " does not let this one in: it has another secret");
    }

    @Test
    void whoHasASecretWhereNobodyHas() throws Exception {
        neverJoin(
                settings -> settings,
                settings -> settings.withSecret("one secret of many"),
                "mesh divvy at " + shown(one) + ": the node at " + shown(other)
                        + " is not let in: it has a secret, and this one has none",
                "mesh divvy at " + shown(other) + ": the node at " + shown(one)
                        + " does not let this one in: it has another secret");
    }

    @Test
    void whoHasTheSameSecretJoins() throws Exception {
        try (Mesh here = Mesh.join(at(one, other).withSecret("one secret of many"));
                Mesh there = Mesh.join(at(other, one).withSecret("one secret of many"))) {
            Await.until(
                    "they see each other",
                    () -> here.addresses().size() == 2 && there.addresses().size() == 2);
            assertThat(log()).doesNotContain("one secret of many").doesNotContain("not let");
        }
    }
}
