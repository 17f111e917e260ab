package dev.divvy.spring.outbox.actuator;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** {@code /actuator/outbox}: the backlog and the aborted events; {@code /actuator/outbox/retry} and {@code /discard} change those. */
@Endpoint(id = "outbox")
public final class OutboxEndpoint {

    private static final int MOST_SHOWN = 100;

    private final Outbox outbox;
    private final OutboxProcessor processor;

    OutboxEndpoint(Outbox outbox, OutboxProcessor processor) {
        this.outbox = outbox;
        this.processor = processor;
    }

    /**
     * What the endpoint shows.
     *
     * @param oldestSeconds the age of the oldest event that waits; null when none does
     * @param heldTokens the tokens that this instance works on; null when it does not process
     * @param abortedEvents the first aborted events
     */
    public record Report(
            long pending,
            long retrying,
            long aborted,
            long done,
            @Nullable Double oldestSeconds,
            @Nullable Integer heldTokens,
            List<Aborted> abortedEvents) {}

    /** An aborted event, without its payload. */
    public record Aborted(long id, String entityName, String entityId, int attempts, String error, Instant createdAt) {}

    /** How many aborted events were changed. */
    public record Changed(long events) {}

    @ReadOperation
    public Report report() throws SQLException {
        Backlog backlog = outbox.admin().backlog();
        return new Report(
                backlog.pending(),
                backlog.retrying(),
                backlog.aborted(),
                backlog.done(),
                backlog.oldest().map(OutboxEndpoint::seconds).orElse(null),
                processor
                        .processor()
                        .map(running -> running.status().self().held())
                        .orElse(null),
                outbox.admin().aborted(MOST_SHOWN).stream()
                        .map(OutboxEndpoint::shown)
                        .toList());
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    private static Aborted shown(AbortedEvent event) {
        return new Aborted(
                event.id(), event.entityName(), event.entityId(), event.attempts(), event.error(), event.createdAt());
    }

    /**
     * Changes aborted events.
     *
     * @param action {@code retry} or {@code discard}
     * @param ids the ids of the events; all aborted events if it is missing
     */
    @WriteOperation
    public Changed change(
            @Selector String action,
            // Spring Boot 3 asks for this annotation, Spring Boot 4 for the other one.
            @org.springframework.lang.Nullable Long @Nullable [] ids)
            throws SQLException {
        return new Changed(
                switch (action) {
                    case "retry" ->
                        ids == null
                                ? outbox.admin().retry(EventFilter.givenUp())
                                : outbox.admin().retry(List.of(ids));
                    case "discard" ->
                        ids == null
                                ? outbox.admin().discard(EventFilter.givenUp())
                                : outbox.admin().discard(List.of(ids));
                    default ->
                        throw new InvalidEndpointRequestException(
                                "unknown action " + action + ": use retry or discard", "unknown action");
                });
    }
}
