package dev.divvy.cli.resp;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A line to one node: commands go out in order, their answers come back in the same order. Used by one thread. */
public final class Wire implements AutoCloseable {

    private static final int LONGEST_TEXT = 1 << 29;
    private static final int MOST_PARTS = 1 << 24;
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

    private final Socket socket;
    private final RespReader reader;
    private final BufferedOutputStream out;
    private final RespWriter writer;
    private final Duration patience;

    private Wire(Socket socket, Duration patience) throws IOException {
        this.socket = socket;
        this.reader = new RespReader(new BufferedInputStream(socket.getInputStream()), LONGEST_TEXT, MOST_PARTS);
        this.out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
        this.writer = new RespWriter(out);
        this.patience = patience;
    }

    /**
     * Opens one.
     *
     * @param access a node that speaks encrypted is asked so, and none other
     * @param patience how long an answer may take
     */
    public static Wire to(InetSocketAddress address, Access access, Duration patience) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) patience.toMillis());
            socket.connect(address, (int) LONGEST_CONNECT.toMillis());
            Wire wire = new Wire(access.over(socket), patience);
            Optional<String> password = access.password();
            if (password.isPresent() && wire.ask("AUTH", password.get()) instanceof Answer.Refused refused) {
                throw new IOException("it refused the password: " + refused.why());
            }
            return wire;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public Answer ask(String... words) throws IOException {
        send(List.of(words));
        flush();
        return answer();
    }

    /** Puts a command on the way, with others before and after it. */
    public void send(List<String> words) throws IOException {
        writer.command(words);
    }

    public void flush() throws IOException {
        out.flush();
    }

    /** The answer to the oldest command that has none yet. */
    public Answer answer() throws IOException {
        try {
            return reader.read();
        } catch (SocketTimeoutException e) {
            throw new IOException("no answer within " + patience.toSeconds() + " s", e);
        }
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
