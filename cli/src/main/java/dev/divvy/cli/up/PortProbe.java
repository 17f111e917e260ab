package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine. */
final class PortProbe {

    private PortProbe() {}

    /** Returns free ports, all different: all are taken at once before any is given back. */
    static List<Integer> free(int count) {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            while (taken.size() < count) {
                taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            for (ServerSocket socket : taken) {
                socket.close();
            }
            return taken.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw Failure.failed("there is no free port on this machine: " + e.getMessage());
        }
    }

    /**
     * Fails if a port is in use.
     *
     * @param purpose what it is for
     */
    static void needFree(int port, String purpose) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (IOException e) {
            throw Failure.failed("port " + port + ", for " + purpose
                    + ", is in use; end what listens there, or choose others with --port");
        }
    }
}
