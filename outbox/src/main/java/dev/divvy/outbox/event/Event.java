package dev.divvy.outbox.event;

import dev.divvy.coordination.Fence;
import java.time.Instant;

/**
 * What a handler gets.
 *
 * @param attempt 1 the first time that it is handled; higher when it failed before. It may be handled twice with the same number when a
 *     process ended meanwhile
 * @param fence since when this processor holds the entity's token: something outside that saw a newer one refuses this
 */
public record Event(
        long id, String entityName, String entityId, Payload payload, int attempt, Fence fence, Instant createdAt) {

    @Override
    public String toString() {
        return "event " + id + " of " + entityName + " " + entityId + ", attempt " + attempt;
    }
}
