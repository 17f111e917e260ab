package dev.divvy.cli.outbox.relay;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.jr.ob.JSON;

/** An event as one JSON object on one line. */
final class EventLine {

    private EventLine() {}

    static String of(Event event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", event.id());
        line.put("entityName", event.entityName());
        line.put("entityId", event.entityId());
        if (!event.type().isEmpty()) {
            line.put("type", event.type());
        }
        Map<String, String> headers = event.headers();
        if (!headers.isEmpty()) {
            line.put("headers", headers);
        }
        putPayload(line, event.payload());
        line.put("attempt", event.attempt());
        // Within a lineage it only grows, so that the receiver can refuse events of a stale owner. A board that was
        // emptied
        // begins another lineage.
        line.put("fence", event.fence().epoch());
        line.put("lineage", event.fence().lineage());
        line.put("createdAt", event.createdAt().toString());
        return JSON.std.asString(line);
    }

    static String of(List<Event> events) {
        return events.stream().map(event -> of(event) + "\n").collect(Collectors.joining());
    }

    /** Puts the payload as text if it is valid UTF-8, otherwise as Base64, so that no byte is lost. */
    private static void putPayload(Map<String, Object> line, Payload payload) {
        try {
            line.put(
                    "payload",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(payload.bytes()))
                            .toString());
        } catch (CharacterCodingException notText) {
            line.put("payload", Base64.getEncoder().encodeToString(payload.bytes()));
            line.put("payloadEncoding", "base64");
        }
    }
}
