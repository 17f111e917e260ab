package dev.divvy.cli.cache;

import dev.divvy.cache.resp.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Turns the bytes of a reply that {@link dev.divvy.cache.resp.ReplyReader} found to be whole into a {@link Reply}. */
final class ReplyDecoder {

    private final byte[] data;
    private int at;

    ReplyDecoder(byte[] data, int from) {
        this.data = data;
        this.at = from;
    }

    Reply next() throws ProtocolException {
        char sign = (char) data[at];
        String line = line();
        return switch (sign) {
            case '+' -> Reply.of(Reply.Kind.TEXT, line);
            case '-' -> Reply.of(Reply.Kind.ERROR, line);
            case ':' -> Reply.of(Reply.Kind.NUMBER, line);
            case '_' -> Reply.of(Reply.Kind.NIL, "");
            case '$' -> text(Integer.parseInt(line));
            case '*' -> list(Integer.parseInt(line));
            default -> throw new ProtocolException("a reply of type " + sign);
        };
    }

    private String line() {
        int end = at;
        while (data[end] != '\r') {
            end++;
        }
        String line = new String(data, at + 1, end - at - 1, StandardCharsets.UTF_8);
        at = end + 2;
        return line;
    }

    private Reply text(int length) {
        if (length < 0) {
            return Reply.of(Reply.Kind.NIL, "");
        }
        String text = new String(data, at, length, StandardCharsets.UTF_8);
        at += length + 2;
        return Reply.of(Reply.Kind.TEXT, text);
    }

    private Reply list(int size) throws ProtocolException {
        List<Reply> parts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            parts.add(next());
        }
        return size < 0 ? Reply.of(Reply.Kind.NIL, "") : new Reply(Reply.Kind.LIST, "", parts);
    }
}
