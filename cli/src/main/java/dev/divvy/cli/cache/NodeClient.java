package dev.divvy.cli.cache;

import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReplyFramer;
import dev.divvy.cache.resp.RespRequest;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A connection to one node: commands go out in order, their replies come back in the same order. Used by one thread. */
public final class NodeClient implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    /** The longest reply that is read: twice the largest value of a node. */
    private static final int LONGEST_REPLY = 1 << 27;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Duration timeout;
    private final ReplyFramer frames = new ReplyFramer();

    /** Received bytes that are not read yet: {@code received[from..to)}. */
    private byte[] received = new byte[BUFFER];

    private int from;
    private int to;

    private NodeClient(Socket socket, Duration timeout) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
        this.timeout = timeout;
    }

    /**
     * Connects to a node.
     *
     * @param timeout the longest wait for a reply, and for the connection if that is shorter than 5 s
     */
    public static NodeClient connect(InetSocketAddress address, NodeAccess access, Duration timeout)
            throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) timeout.toMillis());
            socket.connect(address, (int) Math.min(timeout.toMillis(), CONNECT_TIMEOUT.toMillis()));
            NodeClient client = new NodeClient(access.over(socket), timeout);
            Optional<String> password = access.password();
            if (password.isPresent()) {
                NodeReply reply = client.ask("AUTH", password.get());
                if (reply.isError()) {
                    throw new IOException("it refused the password: " + reply.text());
                }
            }
            return client;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a command and waits for its reply. */
    public NodeReply ask(String... words) throws IOException {
        send(List.of(words));
        flush();
        return reply();
    }

    /** Queues a command behind those that were queued before; {@link #flush} sends them. */
    public void send(List<String> words) throws IOException {
        RespRequest request = RespRequest.of(words.stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new));
        out.write(request.data(), request.begin(), request.end() - request.begin());
    }

    public void flush() throws IOException {
        out.flush();
    }

    /** Returns the reply to the oldest command that has none yet. */
    public NodeReply reply() throws IOException {
        try {
            int length = frames.read(received, from, to);
            while (length == 0) {
                receive();
                length = frames.read(received, from, to);
            }
            NodeReply reply = NodeReply.decode(ByteBuffer.wrap(received, from, length));
            from += length;
            return reply;
        } catch (SocketTimeoutException e) {
            throw new IOException("no answer within " + timeout.toMillis() / 1000.0 + " s", e);
        } catch (ProtocolException e) {
            throw new IOException("it does not speak the Redis protocol: " + e.getMessage(), e);
        }
    }

    private void receive() throws IOException {
        if (frames.bytesNeeded() > LONGEST_REPLY) {
            throw new IOException("its reply is longer than " + LONGEST_REPLY + " bytes");
        }
        System.arraycopy(received, from, received, 0, to - from);
        to -= from;
        from = 0;
        if (to == received.length) {
            received = Arrays.copyOf(received, 2 * received.length);
        }
        int count = in.read(received, to, received.length - to);
        if (count < 0) {
            throw new EOFException("it closed the connection");
        }
        to += count;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }
}
