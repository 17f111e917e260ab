package dev.divvy.boardpeers.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.boardpeers.MeshSettings;
import dev.divvy.testservers.net.Ports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;

/** Both ends of a connection notice that the other machine has vanished. */
class KeepAliveSocketFactoryTest {

    private final KeepAliveSocketFactory factory = new KeepAliveSocketFactory();

    @Test
    void bothEndsOfAConnectionSendKeepAlives() throws Exception {
        try (ServerSocket server = factory.createServerSocket("test");
                Socket socket = factory.createSocket("test")) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.connect(server.getLocalSocketAddress());
            try (Socket accepted = server.accept()) {
                for (Socket end : new Socket[] {socket, accepted}) {
                    assertThat(end.getKeepAlive()).isTrue();
                    assumeTrue(end.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE));
                    assertThat(end.getOption(ExtendedSocketOptions.TCP_KEEPIDLE))
                            .isEqualTo(KeepAliveSocketFactory.IDLE_SECONDS);
                }
            }
        }
    }

    @Test
    void theTransportOfAMeshUsesIt() {
        MeshSettings settings = MeshSettings.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()));
        FrameGuard guard = new FrameGuard(settings.name(), Optional.empty(), Frames.VERSIONS);
        try (JChannel channel = JGroupsLogging.withQuietLogs(
                () -> ProtocolStack.createChannel(settings, guard, new DeadPeerDetector()))) {
            assertThat(channel.getProtocolStack().getTransport().getSocketFactory())
                    .isInstanceOf(KeepAliveSocketFactory.class);
        }
    }
}
