package dev.divvy.cli.cache;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node's reply to a command.
 *
 * @param text empty for a list and for nil
 * @param parts of a list; nothing else has any
 */
public record Reply(Kind kind, String text, List<Reply> parts) {

    /** What a reply may be. */
    public enum Kind {
        TEXT,
        NUMBER,
        NIL,
        ERROR,
        LIST
    }

    public Reply {
        parts = List.copyOf(parts);
    }

    static Reply of(Kind kind, String text) {
        return new Reply(kind, text, List.of());
    }

    /** Whether the command was refused; the text then says why. */
    public boolean isError() {
        return kind == Kind.ERROR;
    }

    /** Returns the reply as people read it. */
    public String shown() {
        return switch (kind) {
            case NIL -> "(nil)";
            case LIST -> String.join("\n", lines());
            default -> text;
        };
    }

    /** Returns one line per part; a single reply is one part. */
    public List<String> lines() {
        return kind == Kind.LIST ? parts.stream().map(Reply::shown).toList() : List.of(shown());
    }

    /** Returns a flat list of names and values by name, in order. */
    public Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            fields.put(parts.get(i).shown(), parts.get(i + 1).shown());
        }
        return fields;
    }
}
