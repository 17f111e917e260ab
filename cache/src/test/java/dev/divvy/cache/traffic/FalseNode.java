package dev.divvy.cache.traffic;

import dev.divvy.coordination.support.DaemonThreads;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** What looks like a node to others and takes whatever entries they bring, but answers requests for keys as a test wants it. */
final class FalseNode implements AutoCloseable {

    /** Instead of an answer: it goes away. */
    static final String GONE = "gone";

    private final ServerSocket door;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final UnaryOperator<String> answering;
    private final ConcurrentLinkedQueue<Socket> inside = new ConcurrentLinkedQueue<>();

    /** @param answering from a request, as {@code SET key}, to the reply as it goes over the wire, or {@link #GONE} */
    FalseNode(UnaryOperator<String> answering) {
        this.answering = answering;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** How often this was asked for, as {@code SET key}. */
    long heard(String request) {
        return heard.stream().filter(request::equals).count();
    }

    private static void thread(Runnable work) {
        DaemonThreads.start("false node", work);
    }

    private void accept() {
        try {
            while (!door.isClosed()) {
                Socket socket = door.accept();
                inside.add(socket);
                thread(() -> serve(socket));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String reply = reply(request(in)); !reply.equals(GONE); reply = reply(request(in))) {
                socket.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The other one is gone.
        }
    }

    private String reply(List<String> words) {
        return switch (words.get(0)) {
            case PeerProtocol.CHALLENGE -> "$4\r\nabcd\r\n";
            case PeerProtocol.ROUND -> "";
            case PeerProtocol.MEET, PeerProtocol.COPY, PeerProtocol.WHOLE -> "+OK\r\n";
            default -> {
                String request = words.get(0) + " " + words.get(1);
                heard.add(request);
                yield answering.apply(request);
            }
        };
    }

    private static List<String> request(InputStream in) throws IOException {
        int count = Integer.parseInt(line(in).substring(1));
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = Integer.parseInt(line(in).substring(1));
            words.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            in.skipNBytes(2);
        }
        return words;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("it was closed");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : inside) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
