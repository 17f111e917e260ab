package dev.divvy.cache.traffic;

import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.replication.FakeReplicas;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A fake node: it completes handshakes and copies, and replies to requests about keys as a test wants. */
final class FakeNode implements AutoCloseable {

    /** Closes the connection instead of a reply. */
    static final String DISCONNECT = "disconnect";

    private final ServerSocket server;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final UnaryOperator<String> replies;
    private final ConcurrentLinkedQueue<Socket> connections = new ConcurrentLinkedQueue<>();
    /** The connections on which messages about replicas arrived. */
    private final Set<Socket> replicaSockets = ConcurrentHashMap.newKeySet();

    private volatile long replicaMillis;
    private volatile boolean hanging;

    /** @param replies maps a request, as {@code SET key}, to the reply in RESP, or to {@link #DISCONNECT} */
    FakeNode(UnaryOperator<String> replies) {
        this.replies = replies;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Joins the group of a cache as the member that this node stands for. */
    static Membership join(Board board, String name, int port, Tokens tokens, Timing timing) {
        Membership membership = Group.of("cache", tokens)
                .with(timing)
                .replicated(0)
                .join(board, new MemberSettings(name).withAddress(Peer.address("127.0.0.1", port)));
        var unused = membership.watch(
                sighting -> sighting.allocation().ifPresent(allocation -> membership.settle(allocation.version())));
        return membership;
    }

    /** Returns the number of times that a request, as {@code SET key}, was received. */
    long received(String request) {
        return received.stream().filter(request::equals).count();
    }

    /** Closes all connections; those that are opened from now on get no reply, not even in the handshake. */
    void hang() throws IOException {
        hanging = true;
        for (Socket socket : connections) {
            socket.close();
        }
    }

    /** Replies again to connections that are opened from now on. */
    void resume() {
        hanging = false;
    }

    private static void thread(Runnable action) {
        DaemonThreads.start("fake node", action);
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Socket socket = server.accept();
                connections.add(socket);
                thread(() -> serve(socket));
            }
        } catch (IOException e) {
            // The server socket was closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String reply = reply(socket, request(in));
                    !reply.equals(DISCONNECT);
                    reply = reply(socket, request(in))) {
                socket.getOutputStream().write(reply.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            // The other node has disconnected.
        }
    }

    /** Lets every reply about replicas take this long from now on. */
    void slowDown(long millis) {
        replicaMillis = millis;
    }

    /** Returns the number of connections on which messages about replicas arrived. */
    int replicaConnections() {
        return replicaSockets.size();
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String reply(Socket connection, List<String> words) {
        if (hanging) {
            return "";
        }
        return switch (words.get(0)) {
            case PeerProtocol.CHALLENGE -> "$4\r\nabcd\r\n";
            case PeerProtocol.ROUND -> "";
            case PeerProtocol.MEET -> "+OK 1\r\n";
            case PeerProtocol.REPLICA -> {
                replicaSockets.add(connection);
                pause(replicaMillis);
                byte[] reply = FakeReplicas.reply(words.get(3).getBytes(StandardCharsets.ISO_8859_1));
                yield "$" + reply.length + "\r\n" + new String(reply, StandardCharsets.ISO_8859_1) + "\r\n";
            }
            default -> {
                String request = words.get(0) + " " + words.get(1);
                received.add(request);
                yield replies.apply(request);
            }
        };
    }

    private static List<String> request(InputStream in) throws IOException {
        int count = Integer.parseInt(line(in).substring(1));
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = Integer.parseInt(line(in).substring(1));
            words.add(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
            in.skipNBytes(2);
        }
        return words;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : connections) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
