package dev.divvy.cli.terminal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds and checks ports of this machine. */
public final class PortProbe {

    private PortProbe() {}

    /** Returns free ports, all different: all are opened before any is closed. */
    public static List<Integer> free(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            while (sockets.size() < count) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw Failure.failed("there is no free port on this machine: " + e.getMessage());
        }
    }

    /**
     * Fails if a port is in use.
     *
     * @param purpose the purpose of the port, for the message
     */
    public static void needFree(int port, String purpose) {
        if (!isFree(port)) {
            throw Failure.failed("port " + port + " (for " + purpose
                    + ") is in use; stop the process that listens on it, or choose other ports with --port");
        }
    }

    /** Returns whether a port on loopback is free. */
    public static boolean isFree(int port) {
        return problem(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .isEmpty();
    }

    /** Returns why it is impossible to listen on an address; empty if it is possible. */
    public static Optional<IOException> problem(InetSocketAddress at) {
        try {
            new ServerSocket(at.getPort(), 1, at.getAddress()).close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }
}
