package dev.divvy.outbox.event;

import dev.divvy.coordination.Fence;
import java.time.Instant;
import java.util.Map;

/** An event as a handler gets it. */
public interface Event {

    /** Returns the number of the event in its table. Events of one entity have growing numbers. */
    long id();

    String entityName();

    String entityId();

    /** Returns what happened, such as {@code OrderPaid}; empty when the producer did not say. */
    String type();

    /**
     * Returns what the producer said beside the payload, such as {@code content-type} and {@code traceparent}; unmodifiable.
     *
     * @throws IllegalStateException if the producer wrote something else than a JSON object into the column
     */
    Map<String, String> headers();

    Payload payload();

    /** Returns 1 for the first attempt, more after failures. Two attempts have the same number when a process ended during the first. */
    int attempt();

    /** Returns the fencing token of this processor's hold on the entity's token: an external system that has seen a newer one refuses this. */
    Fence fence();

    Instant createdAt();
}
