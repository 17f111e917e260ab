package dev.divvy.cli.up.cache;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A loopback port for commands of {@code divvy shell} to {@code divvy up}: one line per connection, and a reply of several lines. */
public final class ControlServer implements AutoCloseable {

    /** The first line of every reply, which tells {@code divvy up} from any other server. */
    public static final String GREETING = "divvy up";

    private static final int BACKLOG = 16;
    private static final int LONGEST_LINE = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final ServerSocket socket;
    private final Function<String, List<String>> handler;
    private final Thread thread;

    /** Listens on this port; 0 means any free port. */
    ControlServer(int port, Function<String, List<String>> handler) throws IOException {
        this.socket = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        this.handler = handler;
        this.thread = DaemonThreads.start("divvy-control", this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                client.setSoTimeout((int) TIMEOUT.toMillis());
                String reply = String.join("\n", handler.apply(line(client.getInputStream())));
                client.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // The socket is closed, or the client went away or sent nothing.
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
            if (line.length() == LONGEST_LINE) {
                break;
            }
        }
        return line.toString().strip();
    }

    /** Waits for the thread: while it is in accept, the system still accepts connections. */
    @Override
    public void close() {
        try {
            socket.close();
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (IOException e) {
            // Nothing more can be done.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
