package dev.divvy.outbox.event;

import java.time.Instant;
import java.util.Optional;

/**
 * An event in the table, as operators see it: without its payload.
 *
 * @param type the type of the event; empty when the producer gave none
 * @param attempts the number of attempts that failed
 * @param error the error of the last one, shortened; empty if none failed
 * @param nextAttempt when it is due, if it waits for a time: its next attempt, or the time that its producer gave
 * @param endedAt when it was given up or completed
 * @param payloadBytes the size of its payload
 */
public record ListedEvent(
        long id,
        String entityName,
        String entityId,
        String type,
        EventStatus status,
        int attempts,
        String error,
        Instant createdAt,
        Optional<Instant> nextAttempt,
        Optional<Instant> endedAt,
        long payloadBytes) {}
