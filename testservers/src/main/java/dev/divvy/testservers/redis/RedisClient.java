package dev.divvy.testservers.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;

/** A connection to a Redis on this machine, for the few commands that its start needs. */
final class RedisClient implements Closeable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream replies;

    private RedisClient(Socket socket) throws IOException {
        this.socket = socket;
        this.replies = new BufferedInputStream(socket.getInputStream());
    }

    /** An error reply of the server. */
    static final class ErrorReply extends IOException {

        private static final long serialVersionUID = 1L;

        ErrorReply(String message) {
            super(message);
        }
    }

    static RedisClient plain(int port) throws IOException {
        return new RedisClient(connect(port));
    }

    static RedisClient encrypted(int port, SSLContext context) throws IOException {
        Socket socket = connect(port);
        try {
            return new RedisClient(context.getSocketFactory().createSocket(socket, "127.0.0.1", port, true));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a command and returns the reply as text; a null reply is the empty text. */
    String call(String... arguments) throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        command.writeBytes(("*" + arguments.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String argument : arguments) {
            byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
            command.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            command.writeBytes(bytes);
            command.writeBytes(new byte[] {'\r', '\n'});
        }
        socket.getOutputStream().write(command.toByteArray());
        return readReply();
    }

    private String readReply() throws IOException {
        String line = readLine();
        if (line.isEmpty()) {
            throw new IOException("Redis replied with an empty line");
        }
        String body = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> body;
            case '-' -> throw new ErrorReply(body);
            case '$' -> readBulk(Integer.parseInt(body));
            default -> throw new IOException("unexpected reply of Redis: " + line);
        };
    }

    private String readBulk(int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] bytes = replies.readNBytes(length);
        readLine();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = replies.read(); next != '\n'; next = replies.read()) {
            if (next < 0) {
                throw new EOFException("Redis closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
