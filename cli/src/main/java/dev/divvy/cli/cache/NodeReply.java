package dev.divvy.cli.cache;

import dev.divvy.cache.resp.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node's reply to a command.
 *
 * @param text the text; empty for a list and for nil
 * @param parts the elements of a list; empty for anything else
 */
public record NodeReply(Kind kind, String text, List<NodeReply> parts) {

    /** The kinds of replies. */
    public enum Kind {
        TEXT,
        NUMBER,
        NIL,
        ERROR,
        LIST
    }

    public NodeReply {
        parts = List.copyOf(parts);
    }

    static NodeReply of(Kind kind, String text) {
        return new NodeReply(kind, text, List.of());
    }

    /** Decodes the next reply, which {@link dev.divvy.cache.resp.ReplyFramer} has found to be complete. */
    static NodeReply decode(ByteBuffer bytes) throws ProtocolException {
        char sign = (char) bytes.get();
        int end = bytes.position();
        while (bytes.get(end) != '\r') {
            end++;
        }
        String line = text(bytes, end - bytes.position());
        return switch (sign) {
            case '+' -> of(Kind.TEXT, line);
            case '-' -> of(Kind.ERROR, line);
            case ':' -> of(Kind.NUMBER, line);
            case '_' -> of(Kind.NIL, "");
            case '$' -> line.equals("-1") ? of(Kind.NIL, "") : of(Kind.TEXT, text(bytes, Integer.parseInt(line)));
            case '*' -> line.equals("-1") ? of(Kind.NIL, "") : list(bytes, Integer.parseInt(line));
            default -> throw new ProtocolException("a reply of type " + sign);
        };
    }

    /** Reads this many bytes as text, and skips the line end after them. */
    private static String text(ByteBuffer bytes, int length) {
        byte[] text = new byte[length];
        bytes.get(text).position(bytes.position() + 2);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static NodeReply list(ByteBuffer bytes, int size) throws ProtocolException {
        List<NodeReply> parts = new ArrayList<>();
        while (parts.size() < size) {
            parts.add(decode(bytes));
        }
        return new NodeReply(Kind.LIST, "", parts);
    }

    /** Whether the node refused the command; the text then has the reason. */
    public boolean isError() {
        return kind == Kind.ERROR;
    }

    /** Returns the reply as text for people. */
    public String shown() {
        return switch (kind) {
            case NIL -> "(nil)";
            case LIST -> String.join("\n", lines());
            default -> text;
        };
    }

    /** Returns one line per part; a single reply is one part. */
    public List<String> lines() {
        return kind == Kind.LIST ? parts.stream().map(NodeReply::shown).toList() : List.of(shown());
    }

    /** Returns a flat list of names and values as a map, in order. */
    public Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            fields.put(parts.get(i).shown(), parts.get(i + 1).shown());
        }
        return fields;
    }
}
