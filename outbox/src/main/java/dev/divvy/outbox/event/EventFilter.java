package dev.divvy.outbox.event;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Selects events for an operator: those that meet every condition. Each {@code with...} returns a copy with one condition more, or changed. */
public final class EventFilter {

    /** Mutable only until a filter holds it. */
    private static final class Values {

        private Set<EventStatus> statuses = EnumSet.noneOf(EventStatus.class);
        private Optional<String> entityName = Optional.empty();
        private Optional<String> entityId = Optional.empty();
        private Optional<String> error = Optional.empty();
        private Optional<Instant> endedAfter = Optional.empty();
        private Optional<Instant> endedBefore = Optional.empty();
        private long limit = Long.MAX_VALUE;

        private Values copy() {
            Values copy = new Values();
            copy.statuses = statuses;
            copy.entityName = entityName;
            copy.entityId = entityId;
            copy.error = error;
            copy.endedAfter = endedAfter;
            copy.endedBefore = endedBefore;
            copy.limit = limit;
            return copy;
        }
    }

    private final Values values;

    private EventFilter(Values values) {
        this.values = values;
    }

    /** Returns a filter of all events of these states. */
    public static EventFilter of(EventStatus first, EventStatus... others) {
        Values values = new Values();
        values.statuses = Collections.unmodifiableSet(EnumSet.of(first, others));
        return new EventFilter(values);
    }

    /** Returns a filter of all events that were given up, and wait for an operator. */
    public static EventFilter givenUp() {
        return of(EventStatus.HELD, EventStatus.ABORTED);
    }

    private EventFilter with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new EventFilter(next);
    }

    public Set<EventStatus> statuses() {
        return values.statuses;
    }

    public Optional<String> entityName() {
        return values.entityName;
    }

    public EventFilter withEntityName(String name) {
        Objects.requireNonNull(name, "name");
        return with(next -> next.entityName = Optional.of(name));
    }

    public Optional<String> entityId() {
        return values.entityId;
    }

    public EventFilter withEntityId(String id) {
        Objects.requireNonNull(id, "id");
        return with(next -> next.entityId = Optional.of(id));
    }

    /** Returns the text that the last error contains. */
    public Optional<String> error() {
        return values.error;
    }

    /** Selects events whose last error contains a text. */
    public EventFilter withError(String text) {
        Objects.requireNonNull(text, "text");
        return with(next -> next.error = Optional.of(text));
    }

    public Optional<Instant> endedAfter() {
        return values.endedAfter;
    }

    /** Selects events that were given up, or completed, at this time or later, by the database's clock. */
    public EventFilter withEndedAfter(Instant time) {
        Objects.requireNonNull(time, "time");
        return with(next -> next.endedAfter = Optional.of(time));
    }

    public Optional<Instant> endedBefore() {
        return values.endedBefore;
    }

    /** Selects events that were given up, or completed, before this time, by the database's clock. */
    public EventFilter withEndedBefore(Instant time) {
        Objects.requireNonNull(time, "time");
        return with(next -> next.endedBefore = Optional.of(time));
    }

    public long limit() {
        return values.limit;
    }

    /** Selects at most this many of the events. */
    public EventFilter withLimit(long limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit of a filter must be at least 1, not " + limit);
        }
        return with(next -> next.limit = limit);
    }
}
