package dev.divvy.outbox.table;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.jr.ob.JSON;

/** The headers of an event as their column has them: one JSON object. */
public final class HeaderText {

    private HeaderText() {}

    /** Returns the text for headers; empty for none. */
    static String of(Map<String, String> headers) {
        return headers.isEmpty() ? "" : JSON.std.asString(headers);
    }

    /**
     * Returns the headers of a text; none for an empty one. Values that are no text, which a producer in another language may have written,
     * are returned as their text.
     *
     * @throws IllegalArgumentException if it is not a JSON object
     */
    public static Map<String, String> parse(String text) {
        if (text.isBlank()) {
            return Map.of();
        }
        Map<String, String> headers = new TreeMap<>();
        try {
            JSON.std.mapFrom(text).forEach((name, value) -> headers.put(name, String.valueOf(value)));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not a JSON object: " + e.getOriginalMessage(), e);
        }
        return Collections.unmodifiableMap(headers);
    }
}
