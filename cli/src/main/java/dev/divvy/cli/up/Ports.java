package dev.divvy.cli.up;

import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine. */
final class Ports {

    private Ports() {}

    /** They are not the same, as all are taken at once before any is given back. */
    static List<Integer> free(int count) {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports = taken.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket one : taken) {
                one.close();
            }
            return ports;
        } catch (IOException e) {
            throw Failure.failed("there is no free port on this machine: " + e.getMessage());
        }
    }

    /**
     * Fails if it is taken.
     *
     * @param whose what it is for
     * @param option by which another one can be chosen; none if it is empty
     */
    static void needFree(int port, String whose, String option) {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            if (!free.isBound()) {
                throw new IOException("not bound");
            }
        } catch (IOException e) {
            throw Failure.failed("port " + port + ", for " + whose + ", is in use; end what listens there"
                    + (option.isEmpty() ? "" : ", or choose others with " + option));
        }
    }
}
