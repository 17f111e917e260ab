package dev.divvy.outbox.event;

import java.time.Instant;

/**
 * An event that was given up after its last attempt.
 *
 * @param error the error of the last attempt, shortened
 * @param held whether the later events of its entity wait until it is retried or discarded
 */
public record AbortedEvent(
        long id,
        String entityName,
        String entityId,
        Payload payload,
        int attempts,
        String error,
        boolean held,
        Instant createdAt) {

    @Override
    public String toString() {
        return "aborted event " + id + " of " + entityName + " " + entityId + " after " + attempts + " attempts: "
                + error;
    }
}
