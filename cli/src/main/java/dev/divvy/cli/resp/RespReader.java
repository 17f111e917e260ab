package dev.divvy.cli.resp;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what the other side of a line says, within bounds. Used by one thread. */
final class RespReader {

    private static final int LONGEST_LINE = 1 << 16;
    private static final int DEEPEST = 8;

    private final InputStream in;
    private final int longestText;
    private final int mostParts;

    RespReader(InputStream in, int longestText, int mostParts) {
        this.in = in;
        this.longestText = longestText;
        this.mostParts = mostParts;
    }

    /** The next answer; it waits for it. An end before it is an {@link EOFException}. */
    Answer read() throws IOException {
        return read(0);
    }

    private Answer read(int depth) throws IOException {
        String line = line();
        String rest = line.isEmpty() ? "" : line.substring(1);
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> new Answer.Text(rest);
            case '-' -> new Answer.Refused(rest);
            case ':' -> new Answer.Whole(number(rest));
            case '_' -> new Answer.Nothing();
            case '$' -> text(length(rest, longestText));
            case '*' -> many(length(rest, mostParts), depth);
            default -> throw new ProtocolException("it does not speak the Redis protocol");
        };
    }

    private Answer text(int length) throws IOException {
        if (length < 0) {
            return new Answer.Nothing();
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("it hung up");
        }
        if (!line().isEmpty()) {
            throw new ProtocolException("a text is longer than it said");
        }
        return new Answer.Text(new String(bytes, StandardCharsets.UTF_8));
    }

    private Answer many(int count, int depth) throws IOException {
        if (count < 0) {
            return new Answer.Nothing();
        }
        if (depth >= DEEPEST) {
            throw new ProtocolException("lists are nested more than " + DEEPEST + " deep");
        }
        List<Answer> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(read(depth + 1));
        }
        return new Answer.Many(all);
    }

    private static int length(String written, int most) throws ProtocolException {
        long length = number(written);
        if (length < -1 || length > most) {
            throw new ProtocolException(length + " is more than the " + most + " that are taken");
        }
        return (int) length;
    }

    private static long number(String written) throws ProtocolException {
        if (!written.matches("-?[0-9]{1,18}")) {
            throw new ProtocolException("'" + written + "' is not a number");
        }
        return Long.parseLong(written);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException("it hung up");
            }
            if (line.size() >= LONGEST_LINE) {
                throw new ProtocolException("a line is longer than " + LONGEST_LINE + " bytes");
            }
            line.write(next);
            next = in.read();
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
