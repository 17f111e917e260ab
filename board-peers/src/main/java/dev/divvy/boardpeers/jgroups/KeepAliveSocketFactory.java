package dev.divvy.boardpeers.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketOption;
import jdk.net.ExtendedSocketOptions;
import org.jgroups.util.DefaultSocketFactory;

/**
 * Creates the sockets of a mesh: the kernel closes a connection whose other machine has vanished without a word, after half a minute. The
 * default of most systems is two hours. Java offers no limit for data that is not acknowledged; JGroups closes the connections to nodes that
 * left the view.
 */
final class KeepAliveSocketFactory extends DefaultSocketFactory {

    static final int IDLE_SECONDS = 15;
    private static final int INTERVAL_SECONDS = 5;
    private static final int PROBES = 3;

    @Override
    public Socket createSocket(String service) throws IOException {
        return keepAlive(super.createSocket(service));
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                return keepAlive(super.accept());
            }
        };
    }

    private static Socket keepAlive(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        set(socket, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        set(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        set(socket, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        return socket;
    }

    private static void set(Socket socket, SocketOption<Integer> option, int value) throws IOException {
        if (socket.supportedOptions().contains(option)) {
            socket.setOption(option, value);
        }
    }
}
