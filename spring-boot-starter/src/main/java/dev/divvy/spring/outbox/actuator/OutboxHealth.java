package dev.divvy.spring.outbox.actuator;

import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The health of the processor: up while it has a lease, or is not to process anything.
 *
 * @param problem why it cannot process its share; empty if it can
 */
record OutboxHealth(Optional<String> problem, Map<String, Object> details) {

    static OutboxHealth of(OutboxProcessor processor) {
        return processor
                .processor()
                .map(running -> of(running.status()))
                .orElseGet(() -> new OutboxHealth(Optional.empty(), Map.of("processing", false)));
    }

    private static OutboxHealth of(GroupStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("processing", true);
        details.put("id", status.self().id());
        details.put("heldTokens", status.self().held());
        details.put("leaseMillis", status.self().lease().toMillis());
        details.put("members", status.members().size());
        return new OutboxHealth(
                status.self()
                        .problem()
                        .or(() -> status.self().lease().isZero()
                                ? Optional.of(
                                        "it has not joined its group yet, or the database has not answered for too long")
                                : Optional.empty()),
                details);
    }
}
