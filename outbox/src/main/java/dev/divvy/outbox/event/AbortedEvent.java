package dev.divvy.outbox.event;

import java.time.Instant;

/**
 * An event that was given up after its last attempt.
 *
 * @param error the error of the last attempt, shortened
 */
public record AbortedEvent(
        long id, String entityName, String entityId, Payload payload, int attempts, String error, Instant createdAt) {

    @Override
    public String toString() {
        return "aborted event " + id + " of " + entityName + " " + entityId + " after " + attempts + " attempts: "
                + error;
    }
}
