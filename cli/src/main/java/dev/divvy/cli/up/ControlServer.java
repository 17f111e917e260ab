package dev.divvy.cli.up;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A loopback port where {@code divvy shell} asks {@code divvy up}: one line per connection, answered with some lines. */
final class ControlServer implements AutoCloseable {

    private static final int BACKLOG = 16;
    private static final int LONGEST_LINE = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final ServerSocket socket;
    private final Function<String, List<String>> answering;
    private final Thread thread;

    /** Listens on this port; 0 is any free one. */
    ControlServer(int port, Function<String, List<String>> answering) throws IOException {
        this.socket = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        this.answering = answering;
        this.thread = DaemonThreads.start("divvy-control", this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                caller.setSoTimeout((int) TIMEOUT.toMillis());
                answer(caller);
            } catch (IOException e) {
                // The end, or a caller that went away or said nothing.
            }
        }
    }

    private void answer(Socket caller) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder line = new StringBuilder();
        int next = 0;
        while (line.length() < LONGEST_LINE && next >= 0 && next != '\n') {
            next = in.read();
            line.append(next < 0 ? "" : Character.toString(next));
        }
        PrintWriter out = new PrintWriter(caller.getOutputStream(), false, StandardCharsets.UTF_8);
        answering.apply(line.toString().strip()).forEach(out::println);
        out.flush();
    }

    /** Nobody is answered afterwards: as long as a thread waits for callers, the system still lets them in. */
    @Override
    public void close() {
        try {
            socket.close();
            thread.join(LONGEST_END.toMillis());
        } catch (IOException e) {
            // It is closed all the same.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
