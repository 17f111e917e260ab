package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.ListedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The queries that find the events of a filter. */
public final class EventList {

    private final EventDialect dialect;
    private final String table;

    public EventList(String table, DatabaseKind kind) {
        this.dialect = EventDialect.of(kind);
        this.table = table;
    }

    /** Returns the first events of a filter, in the order of their ids. */
    public List<ListedEvent> first(Connection connection, EventFilter filter, int limit) throws SQLException {
        FilterConditions conditions = FilterConditions.of(filter, dialect);
        String query = "SELECT id, entity_name, entity_id, event_type, status, attempts, last_error, "
                + dialect.epochMillis("created_at") + ", " + dialect.epochMillis("process_after") + ", "
                + dialect.epochMillis("done_at") + ", OCTET_LENGTH(payload) FROM " + table + " WHERE "
                + FilterConditions.anyOf(filter.statuses()) + conditions.sql() + " ORDER BY id LIMIT " + limit;
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            conditions.set(statement, 1);
            List<ListedEvent> events = new ArrayList<>();
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    events.add(listed(found));
                }
            }
            return events;
        }
    }

    private static ListedEvent listed(ResultSet found) throws SQLException {
        Optional<Instant> processAfter = instant(found, 9);
        EventStatus status = FilterConditions.statusOf(found.getString(5), processAfter.isPresent());
        return new ListedEvent(
                found.getLong(1),
                found.getString(2),
                found.getString(3),
                Objects.requireNonNullElse(found.getString(4), ""),
                status,
                found.getInt(6),
                Objects.requireNonNullElse(found.getString(7), ""),
                Instant.ofEpochMilli(found.getLong(8)),
                status == EventStatus.BEHIND ? Optional.empty() : processAfter,
                instant(found, 10),
                found.getLong(11));
    }

    private static Optional<Instant> instant(ResultSet found, int column) throws SQLException {
        long millis = found.getLong(column);
        return found.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    /** An event that a filter found; its entity's later events may wait behind it. */
    public record Found(long id, int hash, EntityKey entity) {

        /** A position before all events. */
        public static final Found START = new Found(Long.MIN_VALUE, Integer.MIN_VALUE, new EntityKey("", ""));
    }

    /** Returns the next events of a filter that have one of its states, in the order of the index: a walk of many steps reads each event once. */
    public List<Found> next(Connection connection, EventFilter filter, EventStatus status, Found after, int limit)
            throws SQLException {
        FilterConditions conditions = FilterConditions.of(filter, dialect);
        String query = "SELECT id, entity_id_hash, entity_name, entity_id FROM " + table + " WHERE "
                + dialect.hasStatus(FilterConditions.column(status)) + FilterConditions.detail(status)
                + " AND entity_id_hash >= ? AND (entity_id_hash > ? OR id > ?)" + conditions.sql()
                + EventTable.IN_ORDER + limit;
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setInt(1, after.hash());
            statement.setInt(2, after.hash());
            statement.setLong(3, after.id());
            conditions.set(statement, 4);
            try (ResultSet found = statement.executeQuery()) {
                return found(found);
            }
        }
    }

    /** Returns those of these events that have one of the states of a filter; its other conditions do not matter. */
    public List<Found> ofIds(Connection connection, EventFilter filter, List<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        String query = "SELECT id, entity_id_hash, entity_name, entity_id FROM " + table + " WHERE "
                + FilterConditions.anyOf(filter.statuses()) + " AND id " + dialect.oneOf(ids);
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet found = statement.executeQuery()) {
            return found(found);
        }
    }

    private static List<Found> found(ResultSet found) throws SQLException {
        List<Found> events = new ArrayList<>();
        while (found.next()) {
            events.add(new Found(
                    found.getLong(1), found.getInt(2), new EntityKey(found.getString(3), found.getString(4))));
        }
        return events;
    }
}
