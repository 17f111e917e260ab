package dev.divvy.boardpeers.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardpeers.MeshSettings;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/** A mesh that was closed keeps no JVM alive. */
class MeshThreadsTest {

    private final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free());
    private final MeshSettings settings = MeshSettings.of(address);

    /** A transport to which another thread gives a message at the very moment when it has stopped. */
    private static final class LateSender extends MeshTransport {

        LateSender(FrameGuard guard) {
            super(guard);
        }

        @Override
        public void stop() {
            super.stop();
            try {
                getBundler().send(new EmptyMessage(UUID.randomUUID()));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains(MeshSettings.format(address)))
                .toList();
    }

    @Test
    void allThreadsAreDaemons() throws Exception {
        try (JChannel channel = JGroupsLogging.withQuietLogs(() -> ProtocolStack.createChannel(
                settings,
                new FrameGuard(settings.name(), Optional.empty(), Frames.VERSIONS),
                new DeadPeerDetector()))) {
            channel.setName(MeshSettings.format(address));
            channel.connect("divvy");
            assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
        }
        assertThat(Await.within(Await.LIMIT, () -> threads().isEmpty()))
                .as("%s", threads())
                .isTrue();
    }

    @Test
    void aMessageThatIsSentDuringTheCloseLeavesNoThread() throws Exception {
        FrameGuard guard = new FrameGuard(settings.name(), Optional.empty(), Frames.VERSIONS);
        JChannel channel = JGroupsLogging.withQuietLogs(
                () -> ProtocolStack.createChannel(settings, new LateSender(guard), guard, new DeadPeerDetector()));
        channel.setName(MeshSettings.format(address));
        channel.connect("divvy");
        channel.close();
        assertThat(Await.within(Await.LIMIT, () -> threads().isEmpty()))
                .as("%s", threads())
                .isTrue();
    }
}
