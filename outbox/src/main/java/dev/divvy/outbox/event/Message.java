package dev.divvy.outbox.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * An event to be sent: something happened to an entity. Events of one entity, by name and id, are handled in their order. Each
 * {@code with...} returns a copy with one part changed.
 */
public final class Message {

    /** The maximum length of an entity's name or id, of a type and of a deduplication key, in characters. */
    public static final int MAX_LENGTH = 255;

    /** The maximum length of the names and values of all headers together, in characters. */
    public static final int MAX_HEADERS_LENGTH = 4000;

    /** The end of the times that every database stores. */
    private static final Instant END_OF_TIMES = Instant.parse("2038-01-19T00:00:00Z");

    private static final Instant BEGIN_OF_TIMES = Instant.parse("1970-01-02T00:00:00Z");

    private final Parts parts;

    /** Mutable only until a message holds it. */
    private static final class Parts {

        private final String entityName;
        private final String entityId;
        private String type = "";
        private Map<String, String> headers = Map.of();
        private Payload payload = Payload.EMPTY;
        private Optional<String> deduplicationKey = Optional.empty();
        private Optional<Instant> notBefore = Optional.empty();

        private Parts(String entityName, String entityId) {
            this.entityName = entityName;
            this.entityId = entityId;
        }

        private Parts copy() {
            Parts copy = new Parts(entityName, entityId);
            copy.type = type;
            copy.headers = headers;
            copy.payload = payload;
            copy.deduplicationKey = deduplicationKey;
            copy.notBefore = notBefore;
            return copy;
        }
    }

    private Message(Parts parts) {
        required("entity name", parts.entityName);
        required("entity id", parts.entityId);
        check("event type", parts.type);
        checkHeaders(parts.headers);
        Objects.requireNonNull(parts.payload, "payload");
        parts.deduplicationKey.ifPresent(key -> required("deduplication key", key));
        parts.notBefore.ifPresent(Message::checkTime);
        this.parts = parts;
    }

    public static Message of(String entityName, String entityId) {
        return new Message(new Parts(entityName, entityId));
    }

    public static Message of(String entityName, String entityId, String payload) {
        return of(entityName, entityId).withPayload(Payload.of(payload));
    }

    public static Message of(String entityName, String entityId, byte[] payload) {
        return of(entityName, entityId).withPayload(Payload.of(payload));
    }

    private Message with(Consumer<Parts> change) {
        Parts next = parts.copy();
        change.accept(next);
        return new Message(next);
    }

    public String entityName() {
        return parts.entityName;
    }

    public String entityId() {
        return parts.entityId;
    }

    public Payload payload() {
        return parts.payload;
    }

    public Message withPayload(Payload payload) {
        return with(next -> next.payload = payload);
    }

    /** Returns what happened, such as {@code OrderPaid}; empty when that is not said. */
    public String type() {
        return parts.type;
    }

    public Message withType(String type) {
        return with(next -> next.type = type);
    }

    /** Returns what is said beside the payload, by name; unmodifiable. */
    public Map<String, String> headers() {
        return parts.headers;
    }

    /** Adds a header, such as {@code content-type} or {@code traceparent}, or replaces the one of this name. */
    public Message withHeader(String name, String value) {
        return withHeaders(Map.of(name, value));
    }

    /** Adds headers, or replaces those of the same names. */
    public Message withHeaders(Map<String, String> headers) {
        Map<String, String> all = new TreeMap<>(parts.headers);
        all.putAll(headers);
        return with(next -> next.headers = Collections.unmodifiableMap(all));
    }

    /** Returns the key by which a repeated message is recognized; empty when none is. */
    public Optional<String> deduplicationKey() {
        return parts.deduplicationKey;
    }

    /** Sends nothing if an event with the same key is in the table: one that waits, that was aborted, or that was completed and is kept. */
    public Message withDeduplicationKey(String key) {
        return with(next -> next.deduplicationKey = Optional.of(key));
    }

    /** Returns the time before which the event is not handled; empty if it is handled as soon as possible. */
    public Optional<Instant> notBefore() {
        return parts.notBefore;
    }

    /**
     * Has the event handled at this time or later, by the database's clock, to the millisecond. The later events of its entity wait behind it,
     * whatever times they have: use an entity of its own for an event that is to block no other. A time in the past has no effect.
     */
    public Message withNotBefore(Instant time) {
        return with(next -> next.notBefore = Optional.of(time));
    }

    private static void checkTime(Instant time) {
        if (time.isBefore(BEGIN_OF_TIMES) || !time.isBefore(END_OF_TIMES)) {
            throw new IllegalArgumentException("time " + time + ", before which the event is not handled, must be from "
                    + BEGIN_OF_TIMES + " to " + END_OF_TIMES);
        }
    }

    private static void required(String name, String text) {
        Objects.requireNonNull(text, name);
        if (text.isEmpty()) {
            throw new IllegalArgumentException(name + " is empty");
        }
        check(name, text);
    }

    /** Refuses text that a column could not store unchanged, before anything is written. */
    private static void check(String name, String text) {
        Objects.requireNonNull(text, name);
        int length = text.codePointCount(0, text.length());
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(name + " \"" + text.substring(0, text.offsetByCodePoints(0, 40))
                    + "...\" has " + length + " characters; the maximum is " + MAX_LENGTH);
        }
        checkCharacters(name, text);
    }

    private static void checkCharacters(String name, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    name + " has the character U+0000 at index " + text.indexOf('\0') + ", which no database stores");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(name + " is not valid text: half of a surrogate pair");
        }
    }

    private static void checkHeaders(Map<String, String> headers) {
        int length = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            required("name of a header", header.getKey());
            Objects.requireNonNull(header.getValue(), "value of a header");
            checkCharacters("header " + header.getKey(), header.getValue());
            length += header.getKey().length() + header.getValue().length();
        }
        if (length > MAX_HEADERS_LENGTH) {
            throw new IllegalArgumentException(
                    "the headers have " + length + " characters; the maximum is " + MAX_HEADERS_LENGTH);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message message
                && entityName().equals(message.entityName())
                && entityId().equals(message.entityId())
                && type().equals(message.type())
                && headers().equals(message.headers())
                && payload().equals(message.payload())
                && deduplicationKey().equals(message.deduplicationKey())
                && notBefore().equals(message.notBefore());
    }

    @Override
    public int hashCode() {
        return Objects.hash(entityName(), entityId(), type(), headers(), payload(), deduplicationKey(), notBefore());
    }

    @Override
    public String toString() {
        return (type().isEmpty() ? "message" : type()) + " of " + entityName() + " " + entityId() + " with "
                + payload();
    }
}
