package dev.divvy.outbox.event;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * An event to be sent: something happened to an entity. Events of one entity, by name and id, are handled in their order.
 *
 * @param payload the bytes for the handler; may be empty
 */
public record Message(String entityName, String entityId, Payload payload) {

    /** The maximum length of an entity's name or id, in characters. */
    public static final int MAX_LENGTH = 255;

    public Message {
        check("entity name", entityName);
        check("entity id", entityId);
        Objects.requireNonNull(payload, "payload");
    }

    public static Message of(String entityName, String entityId) {
        return new Message(entityName, entityId, Payload.EMPTY);
    }

    public static Message of(String entityName, String entityId, String payload) {
        return new Message(entityName, entityId, Payload.of(payload));
    }

    /** Refuses text that a column could not store unchanged, before anything is written. */
    private static void check(String name, String text) {
        Objects.requireNonNull(text, name);
        if (text.isEmpty()) {
            throw new IllegalArgumentException(name + " is empty");
        }
        int length = text.codePointCount(0, text.length());
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(name + " \"" + text.substring(0, text.offsetByCodePoints(0, 40))
                    + "...\" has " + length + " characters; the maximum is " + MAX_LENGTH);
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    name + " has the character U+0000 at index " + text.indexOf('\0') + ", which no database stores");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(name + " is not valid text: half of a surrogate pair");
        }
    }

    @Override
    public String toString() {
        return "message of " + entityName + " " + entityId + " with " + payload;
    }
}
