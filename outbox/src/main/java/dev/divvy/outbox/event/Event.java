package dev.divvy.outbox.event;

import dev.divvy.coordination.Fence;
import java.time.Instant;

/**
 * An event as a handler gets it.
 *
 * @param attempt 1 for the first attempt, higher after failures. Two attempts have the same number when a process ended during the first
 * @param fence the fencing token of this processor's hold on the entity's token: an external system that has seen a newer one refuses this
 */
public record Event(
        long id, String entityName, String entityId, Payload payload, int attempt, Fence fence, Instant createdAt) {

    @Override
    public String toString() {
        return "event " + id + " of " + entityName + " " + entityId + ", attempt " + attempt;
    }
}
