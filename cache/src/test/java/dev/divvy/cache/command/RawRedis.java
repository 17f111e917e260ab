package dev.divvy.cache.command;

import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReplyFramer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A connection to a real Redis that takes bytes and returns the bytes of each reply. */
final class RawRedis implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket = new Socket();
    private final ReplyFramer reader = new ReplyFramer();
    private byte[] window = new byte[64 * 1024];
    private int from;
    private int to;

    RawRedis(String address) throws IOException {
        URI uri = URI.create(address);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), TIMEOUT_MILLIS);
    }

    /** Sends all requests at once, as a pipeline, and returns the replies. */
    List<byte[]> ask(List<byte[]> frames) throws IOException, ProtocolException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(all::writeBytes);
        socket.getOutputStream().write(all.toByteArray());
        List<byte[]> replies = new ArrayList<>();
        while (replies.size() < frames.size()) {
            replies.add(reply());
        }
        return replies;
    }

    byte[] ask(byte[] frame) throws IOException, ProtocolException {
        return ask(List.of(frame)).get(0);
    }

    private byte[] reply() throws IOException, ProtocolException {
        for (; ; ) {
            int length = reader.read(window, from, to);
            if (length > 0) {
                byte[] reply = Arrays.copyOfRange(window, from, from + length);
                from += length;
                return reply;
            }
            readMore();
        }
    }

    private void readMore() throws IOException {
        if (from > 0) {
            System.arraycopy(window, from, window, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == window.length) {
            window = Arrays.copyOf(window, 2 * window.length);
        }
        int read = socket.getInputStream().read(window, to, window.length - to);
        if (read < 0) {
            throw new EOFException("Redis closed the connection");
        }
        to += read;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
