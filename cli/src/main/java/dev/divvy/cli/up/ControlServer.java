package dev.divvy.cli.up;

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

/** A loopback port where {@code divvy shell} asks {@code divvy up}: one line per connection, answered with some lines. */
public final class ControlServer implements AutoCloseable {

    /** The first line of every answer, which tells {@code divvy up} from anything else that listens. */
    public static final String GREETING = "divvy up";

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
                String answer = String.join("\n", answering.apply(line(caller.getInputStream())));
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // The end, or a caller that went away or said nothing.
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

    /** Answers no one afterwards: as long as a thread waits for callers, the system still lets them in. */
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
