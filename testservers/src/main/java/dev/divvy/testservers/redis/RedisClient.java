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

/** One connection to a Redis on this machine, for the few questions that starting one takes. */
final class RedisClient implements Closeable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream answers;

    private RedisClient(Socket socket) throws IOException {
        this.socket = socket;
        this.answers = new BufferedInputStream(socket.getInputStream());
    }

    /** The server's own word that it will not do as asked. */
    static final class Refusal extends IOException {

        private static final long serialVersionUID = 1L;

        Refusal(String message) {
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
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** The answer to a command, as text; the answer "nothing" is the empty text. */
    String ask(String... words) throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        command.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            command.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            command.writeBytes(bytes);
            command.writeBytes(new byte[] {'\r', '\n'});
        }
        socket.getOutputStream().write(command.toByteArray());
        return answer();
    }

    private String answer() throws IOException {
        String line = line();
        if (line.isEmpty()) {
            throw new IOException("Redis answered an empty line");
        }
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> rest;
            case '-' -> throw new Refusal(rest);
            case '$' -> text(Integer.parseInt(rest));
            default -> throw new IOException("Redis answered " + line);
        };
    }

    private String text(int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] bytes = answers.readNBytes(length);
        line();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
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
