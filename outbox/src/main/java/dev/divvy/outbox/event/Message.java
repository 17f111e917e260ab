package dev.divvy.outbox.event;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What a producer sends: something happened to an entity. Events of one entity, by name and id, are handled in their order.
 *
 * @param payload what the handler gets; may be empty
 */
public record Message(String entityName, String entityId, Payload payload) {

    /** The longest name or id of an entity. */
    public static final int LONGEST = 255;

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

    /** Refuses what a column could not keep as it is, before anything is written. */
    private static void check(String what, String text) {
        Objects.requireNonNull(text, what);
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        int length = text.codePointCount(0, text.length());
        if (length > LONGEST) {
            throw new IllegalArgumentException(what + " \"" + text.substring(0, text.offsetByCodePoints(0, 40))
                    + "...\" has " + length + " characters; the most is " + LONGEST);
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " has the character U+0000 at index " + text.indexOf('\0') + ", which no database keeps");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(what + " is not valid text: half of a surrogate pair");
        }
    }

    @Override
    public String toString() {
        return "message of " + entityName + " " + entityId + " with " + payload;
    }
}
