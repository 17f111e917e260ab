package dev.divvy.outbox.handling;

import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch without a written outcome, the holds on their tokens, and the entities that are blocked: their rows are not handled any
 * more in this batch. Used by one thread at a time.
 */
final class HeldRows {

    private final ProcessorContext context;

    /** The holds by hash: events of one entity share one. */
    private final Map<Integer, Hold> holds = new HashMap<>();

    /** The rows by id, in their order. */
    private final Map<Long, EventRow> open = new LinkedHashMap<>();

    private final Set<EntityKey> blocked = new HashSet<>();

    /** The events whose payloads cannot be read, each with the error. */
    private final Map<Event, SQLException> unreadable = new LinkedHashMap<>();

    HeldRows(ProcessorContext context, List<EventRow> rows) {
        this.context = context;
        rows.forEach(row -> open.put(row.id(), row));
    }

    /**
     * Holds the tokens of the rows, and returns the events of those whose token has been held without interruption since they were read, without
     * those whose payload is {@linkplain #unreadable unreadable}.
     *
     * @throws SQLException if a payload cannot be read because the database does not answer
     */
    List<Event> hold() throws SQLException {
        List<Event> events = new ArrayList<>();
        for (EventRow row : List.copyOf(open.values())) {
            Hold hold = blocked.contains(row.entity()) ? null : hold(row);
            if (hold == null) {
                // Neither are the later ones handled, even if the token is gained again at this moment.
                blocked.add(row.entity());
                continue;
            }
            addEvent(row, hold, events);
        }
        return events;
    }

    private void addEvent(EventRow row, Hold hold, List<Event> events) throws SQLException {
        try {
            Payload payload = payload(row);
            if (payload != null) {
                events.add(new ReceivedEvent(row, payload, hold.fence()));
            }
        } catch (UnreadablePayloadException e) {
            if (!context.isAnswering()) {
                throw e;
            }
            blocked.add(row.entity());
            unreadable.put(new ReceivedEvent(row, Payload.EMPTY, hold.fence()), e);
        }
    }

    /** Returns the events whose payloads cannot be read although the database answers; they have an empty payload. */
    Map<Event, SQLException> unreadable() {
        return unreadable;
    }

    private @Nullable Hold hold(EventRow row) {
        Hold hold = holds.get(row.hash());
        if (hold == null) {
            hold = context.ownership().hold(row.hash()).orElse(null);
            if (hold != null) {
                holds.put(row.hash(), hold);
            }
        }
        return hold != null && hold.fence().equals(row.fence()) ? hold : null;
    }

    private @Nullable Payload payload(EventRow row) throws SQLException {
        if (row.payload() != null) {
            return row.payload();
        }
        // The second time on another connection: the first may have been lost by chance.
        return SqlRetry.times(2)
                .only(UnreadablePayloadException.class::isInstance)
                .call(() -> context.onConnection(connection -> read(connection, row)))
                .orElse(null);
    }

    private Optional<Payload> read(Connection connection, EventRow row) throws SQLException {
        try {
            return context.table().payload(connection, row.id());
        } catch (SQLException e) {
            throw SqlErrorKind.of(e) == SqlErrorKind.OTHER ? new UnreadablePayloadException(row, e) : e;
        }
    }

    /** The database refused to send a payload, or the connection was lost meanwhile. */
    private static final class UnreadablePayloadException extends SQLException {

        private static final long serialVersionUID = 1L;

        UnreadablePayloadException(EventRow row, SQLException error) {
            super("the payload of " + row.length() + " bytes cannot be read: " + error.getMessage(), error);
        }
    }

    /** Returns whether an event may be handled now: its entity is not blocked, and its token is not about to be lost. */
    boolean isReady(Event event) {
        EventRow row = open.get(event.id());
        if (row == null) {
            return false; // released
        }
        if (!blocked.contains(row.entity()) && (holdOf(row).stopping() || context.isClosing())) {
            // Even if the token is kept after all, the later events of this entity must not overtake this one.
            blocked.add(row.entity());
        }
        return !blocked.contains(row.entity());
    }

    void block(EntityKey entity) {
        blocked.add(entity);
    }

    void block(Event event) {
        blocked.add(new EntityKey(event.entityName(), event.entityId()));
    }

    boolean isBlocked(Event event) {
        return blocked.contains(new EntityKey(event.entityName(), event.entityId()));
    }

    boolean anyStopping() {
        return holds.values().stream().anyMatch(Hold::stopping);
    }

    /** Passes the rows of tokens that are about to be lost, except those of {@code busy} hashes, to {@code unhandled}, then releases these tokens. */
    void releaseStopping(Set<Integer> busy, Consumer<List<EventRow>> unhandled) {
        Set<Integer> stopping = holds.entrySet().stream()
                .filter(entry -> entry.getValue().stopping())
                .map(Map.Entry::getKey)
                .filter(hash -> !busy.contains(hash))
                .collect(Collectors.toSet());
        List<EventRow> rows = open.values().stream()
                .filter(row -> stopping.contains(row.hash()))
                .toList();
        rows.forEach(row -> {
            blocked.add(row.entity());
            open.remove(row.id());
        });
        unhandled.accept(rows);
        stopping.forEach(hash -> Objects.requireNonNull(holds.remove(hash)).close());
    }

    /** Returns whether a row is of this batch, and its token has been held without interruption since the row was read. */
    boolean isHeld(EventRow row) {
        return open.containsKey(row.id()) && holds.containsKey(row.hash()) && !blocked.contains(row.entity());
    }

    /** Removes a row whose outcome was written. */
    void remove(EventRow row) {
        open.remove(row.id());
    }

    /** Returns the row of an event; empty when its outcome was written, or its token released. */
    Optional<EventRow> find(Event event) {
        return Optional.ofNullable(open.get(event.id()));
    }

    EventRow rowOf(Event event) {
        return find(event).orElseThrow(() -> new IllegalStateException(event + " is not of this batch"));
    }

    List<EventRow> rowsOf(Collection<Event> events) {
        return events.stream().map(this::rowOf).toList();
    }

    Hold holdOf(EventRow row) {
        Hold hold = holds.get(row.hash());
        if (hold == null) {
            throw new IllegalStateException("row " + row.id() + " is not held");
        }
        return hold;
    }

    Set<Hold> holdsOf(Collection<EventRow> rows) {
        return rows.stream().map(this::holdOf).collect(Collectors.toSet());
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Passes the remaining rows to {@code unhandled}, then releases all tokens. */
    void releaseAll(Consumer<Collection<EventRow>> unhandled) {
        unhandled.accept(open.values());
        open.clear();
        holds.values().forEach(Hold::close);
    }
}
