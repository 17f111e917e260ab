package dev.divvy.boardpeers;

import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Several nodes of one mesh in this process. */
final class Nodes implements AutoCloseable {

    /** Times for tests that are not about leases: none ends because the machine is paused. */
    static final Timing CALM = Timing.of(Duration.ofMillis(200), Duration.ofSeconds(20))
            .withSettle(Duration.ofMillis(50))
            .withGrace(Duration.ofMillis(100));

    final List<InetSocketAddress> addresses;
    final List<Mesh> meshes = new CopyOnWriteArrayList<>();
    private final UnaryOperator<MeshSettings> settings;

    Nodes(int count, UnaryOperator<MeshSettings> settings) {
        this.addresses = Stream.generate(Nodes::free).limit(count).toList();
        this.settings = settings;
    }

    /** Starts all nodes, one after the other: the first is the primary. */
    static Nodes calm(int count) throws Exception {
        Nodes nodes = new Nodes(count, settings -> settings.withTiming(CALM));
        for (int i = 0; i < count; i++) {
            nodes.start(i);
            nodes.awaitTogether(i + 1);
        }
        return nodes;
    }

    static InetSocketAddress free() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free());
    }

    Mesh start(int index) {
        Mesh mesh =
                Mesh.join(settings.apply(MeshSettings.of(addresses.get(index)).withPeers(addresses)));
        meshes.add(mesh);
        return mesh;
    }

    /** Waits until this many nodes see each other, and no others. */
    void awaitTogether(int count) throws Exception {
        Await.until(
                count + " nodes see each other",
                () -> meshes.stream().allMatch(mesh -> mesh.addresses().size() == count)
                        && meshes.stream().map(Mesh::view).distinct().count() == 1);
    }

    @Override
    public void close() {
        meshes.forEach(Mesh::close);
    }
}
