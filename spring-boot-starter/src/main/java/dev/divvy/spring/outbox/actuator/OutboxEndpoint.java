package dev.divvy.spring.outbox.actuator;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxAdmin;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** {@code /actuator/outbox}: the backlog and the aborted events; {@code /actuator/outbox/retry} and {@code /discard} change those
 * that meet conditions. */
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
     * @param held events that were given up, and for which the later ones of their entity wait
     * @param oldestSeconds the age of the oldest event that waits; null when none does
     * @param heldTokens the tokens that this instance works on; null when it does not process
     * @param abortedEvents the first aborted events
     */
    public record Report(
            long pending,
            long retrying,
            long aborted,
            long held,
            long done,
            @Nullable Double oldestSeconds,
            @Nullable Integer heldTokens,
            List<Aborted> abortedEvents) {}

    /** An aborted event, without its payload. */
    public record Aborted(long id, String entityName, String entityId, int attempts, String error, Instant createdAt) {}

    /** How many aborted events were changed. */
    public record Changed(long events) {}

    /** Why nothing was changed. */
    public record Refused(String error) {}

    @ReadOperation
    public Report report() throws SQLException {
        Backlog backlog = outbox.admin().backlog();
        return new Report(
                backlog.pending(),
                backlog.retrying(),
                backlog.aborted(),
                backlog.held(),
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
     * Changes events that were given up: those with these ids, those that meet all other conditions, or all. To discard them all must be said.
     *
     * @param action {@code retry} or {@code discard}
     * @param error a text in the last error
     * @param after the time after which they were given up, such as {@code 2026-11-19T08:00:00Z}
     * @param before the time before which they were given up
     * @param limit the maximum number of events
     * @param all true for all events that were given up; not with ids
     */
    // Spring Boot 3 asks for the one annotation, Spring Boot 4 for the other.
    @WriteOperation
    public WebEndpointResponse<Object> change(
            @Selector String action,
            @org.springframework.lang.Nullable Long @Nullable [] ids,
            @org.springframework.lang.Nullable @Nullable String entityName,
            @org.springframework.lang.Nullable @Nullable String error,
            @org.springframework.lang.Nullable @Nullable String after,
            @org.springframework.lang.Nullable @Nullable String before,
            @org.springframework.lang.Nullable @Nullable Long limit,
            @org.springframework.lang.Nullable @Nullable Boolean all)
            throws SQLException {
        boolean filtered = entityName != null || error != null || after != null || before != null || limit != null;
        boolean everything = Boolean.TRUE.equals(all);
        try {
            if (ids != null && (filtered || everything)) {
                throw new IllegalArgumentException("ids were given with other conditions: give either ids, or any of"
                        + " entityName, error, after, before and limit, or all");
            }
            if (ids == null && !filtered && !everything && action.equals("discard")) {
                throw new IllegalArgumentException(
                        "no condition was given: give ids, or any of entityName, error, after,"
                                + " before and limit; \"all\": true discards all events that were given up");
            }
            EventFilter filter = filter(entityName, error, after, before, limit);
            return new WebEndpointResponse<>(changed(action, ids == null ? null : List.of(ids), filter));
        } catch (IllegalArgumentException e) {
            // An exception would give the status without the reason, unless the application shows the messages of
            // exceptions.
            return new WebEndpointResponse<>(
                    new Refused(String.valueOf(e.getMessage())), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }

    private Changed changed(String action, @Nullable List<Long> ids, EventFilter filter) throws SQLException {
        OutboxAdmin admin = outbox.admin();
        return new Changed(
                switch (action) {
                    case "retry" -> ids == null ? admin.retry(filter) : admin.retry(ids);
                    case "discard" -> ids == null ? admin.discard(filter) : admin.discard(ids);
                    default ->
                        throw new IllegalArgumentException("unknown action " + action + ": use retry or discard");
                });
    }

    private static EventFilter filter(
            @Nullable String entityName,
            @Nullable String error,
            @Nullable String after,
            @Nullable String before,
            @Nullable Long limit) {
        EventFilter filter = EventFilter.givenUp();
        filter = entityName == null ? filter : filter.withEntityName(entityName);
        filter = error == null ? filter : filter.withError(error);
        filter = after == null ? filter : filter.withEndedAfter(time(after));
        filter = before == null ? filter : filter.withEndedBefore(time(before));
        return limit == null ? filter : filter.withLimit(limit);
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("the time " + text + " is not one such as 2026-11-19T08:00:00Z", e);
        }
    }
}
