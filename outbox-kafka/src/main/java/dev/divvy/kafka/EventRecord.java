package dev.divvy.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.divvy.outbox.event.Event;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** Makes the record of an event. */
final class EventRecord {

    private EventRecord() {}

    static ProducerRecord<byte[], byte[]> of(String topic, Event event) {
        ProducerRecord<byte[], byte[]> result = new ProducerRecord<>(
                topic,
                null,
                event.createdAt().toEpochMilli(),
                event.entityId().getBytes(UTF_8),
                event.payload().size() == 0 ? null : event.payload().bytes());
        Headers headers = result.headers();
        event.headers().forEach((name, value) -> headers.add(name, value.getBytes(UTF_8)));
        set(headers, "event-id", Long.toString(event.id()));
        set(headers, "entity-name", event.entityName());
        if (!event.type().isEmpty()) {
            set(headers, "event-type", event.type());
        }
        return result;
    }

    /** Sets a header that the producer of the event cannot set. */
    private static void set(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(UTF_8));
    }
}
