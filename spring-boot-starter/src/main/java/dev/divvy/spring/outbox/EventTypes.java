package dev.divvy.spring.outbox;

import dev.divvy.outbox.event.Payload;

/** The types of events that follow from the classes of their payloads. */
final class EventTypes {

    private EventTypes() {}

    static String nameOf(Class<?> payload) {
        return payload.getSimpleName();
    }

    /** Whether a payload of this class is passed as it is, without a type. */
    static boolean isRaw(Class<?> payload) {
        return payload == String.class || payload == byte[].class || payload == Payload.class;
    }
}
