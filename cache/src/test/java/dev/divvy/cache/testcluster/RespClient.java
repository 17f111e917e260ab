package dev.divvy.cache.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A minimal client of the Redis protocol: sends requests and waits for the replies. An error reply reads {@code -TEXT}. */
public final class RespClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    public RespClient(InetSocketAddress to) {
        this(to, TIMEOUT);
    }

    /** @param timeout the longest time without anything to read, while a reply is awaited */
    public RespClient(InetSocketAddress to, Duration timeout) {
        try {
            int millis = Math.toIntExact(timeout.toMillis());
            socket.connect(to, millis);
            socket.setSoTimeout(millis);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            out = new BufferedOutputStream(socket.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request without waiting for the reply. */
    public void send(String... words) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(ascii("*" + words.length + "\r\n"));
            for (String word : words) {
                byte[] argument = word.getBytes(StandardCharsets.UTF_8);
                bytes.writeBytes(ascii("$" + argument.length + "\r\n"));
                bytes.writeBytes(argument);
                bytes.writeBytes(ascii("\r\n"));
            }
            out.write(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends bytes unchanged. */
    public void raw(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the next reply: a text, a number, a list of such, or null. */
    public @Nullable Object receive() {
        try {
            return next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public @Nullable Object ask(String... words) {
        send(words);
        flush();
        return receive();
    }

    /** Sends a request whose reply is a list. */
    public List<?> askList(String... words) {
        return (List<?>) Objects.requireNonNull(ask(words), "the reply is null, not a list");
    }

    /** Puts entries with the keys k0, k1 and so on. */
    public void fill(int entries, IntFunction<String> value) {
        IntStream.range(0, entries).forEach(i -> send("SET", "k" + i, value.apply(i)));
        flush();
        IntStream.range(0, entries).forEach(i -> assertThat(receive()).isEqualTo("OK"));
    }

    /** Returns a counter of the node. */
    public long counter(String name) {
        List<?> counters = askList("DIVVY.COUNTERS");
        return Long.parseLong(String.valueOf(counters.get(counters.indexOf(name) + 1)));
    }

    /** Whether the node closed the connection. */
    public boolean isClosed() {
        try {
            return in.read() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private @Nullable Object next() throws IOException {
        String head = line();
        String rest = head.substring(1);
        return switch (head.charAt(0)) {
            case '+' -> rest;
            case '-' -> head;
            case ':' -> Long.parseLong(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '_' -> null;
            case '*', '~' -> list(Integer.parseInt(rest));
            case '%' -> list(2 * Integer.parseInt(rest));
            default -> throw new IOException("a reply begins with " + head);
        };
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length || in.read() != '\r' || in.read() != '\n') {
            throw new EOFException("a reply ends too early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> list(int size) throws IOException {
        if (size < 0) {
            return null;
        }
        List<@Nullable Object> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(next());
        }
        return all;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            line.write(next);
        }
        int unused = in.read();
        return line.toString(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
