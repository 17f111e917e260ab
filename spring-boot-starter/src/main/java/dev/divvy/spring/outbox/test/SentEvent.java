package dev.divvy.spring.outbox.test;

import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.Payload;

/**
 * An event that a committed transaction has sent.
 *
 * @param type the type of the event; empty if it has none
 * @param status whether it was handled, or waits, or was given up
 */
public record SentEvent(
        long id, String entityName, String entityId, String type, Payload payload, EventStatus status) {}
