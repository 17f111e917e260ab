package dev.divvy.boardpeers.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A process that ends closes its connections and its port one after the other. While its port is still open, the kernel accepts
 * connections, and resets them as soon as the port is closed: a probe may see the port open, its own connection reset, or a refusal.
 */
class DyingPeerTest {

    private static final int PROBES = 2_000;
    private static final int DEATHS = 5;

    /** So many connections are reset before the port is closed. */
    private static final int RESETS = 10;

    /** A port that accepts and resets connections, as one that is closed at that moment; after so many it is closed. */
    private static final class ResettingPort implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, PROBES, InetAddress.getLoopbackAddress());

        private final int most;

        ResettingPort(int most) throws IOException {
            this.most = most;
            DaemonThreads.start("resetting-port", this::resetAll);
        }

        private void resetAll() {
            try (server) {
                for (int i = 0; i < most; i++) {
                    try (Socket accepted = server.accept()) {
                        accepted.setSoLinger(true, 0);
                    }
                }
            } catch (IOException e) {
                // The test has closed the port.
            }
        }

        InetSocketAddress address() {
            return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Test
    void aPortThatResetsConnectionsIsOpen() throws Exception {
        try (ResettingPort port = new ResettingPort(PROBES)) {
            for (int i = 0; i < PROBES; i++) {
                assertThat(ProbeResult.probe(port.address())).as("probe %d", i).isEqualTo(ProbeResult.OPEN);
            }
        }
    }

    @Test
    void aPeerThatResetsConnectionsBeforeItRefusesThemIsDead() throws Exception {
        DeadPeerDetector detector = new DeadPeerDetector();
        for (int i = 0; i < DEATHS; i++) {
            CompletableFuture<Boolean> result = new CompletableFuture<>();
            detector.probe(new ResettingPort(RESETS).address(), result::complete);
            assertThat(result.get(1, TimeUnit.MINUTES)).as("death %d", i).isTrue();
        }
    }
}
