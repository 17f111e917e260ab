package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.AbortedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The statements of operators on the event table: they list and change events that wait for an attempt or an operator. */
public final class AdminStatements {

    private static final String HELD = "status = 'RETRY' AND process_after IS NULL";

    /** Begins with a condition that the index of the status serves. */
    private static final String GIVEN_UP =
            " WHERE status IN ('ABORTED', 'RETRY') AND (status = 'ABORTED' OR " + HELD + ")";

    /** COALESCE forces the primary key: the index of the status would lead through, and lock, other rows. */
    private static final String CHANGEABLE = " WHERE COALESCE(status, '') IN ('ABORTED', 'RETRY') AND id ";

    private static final int RELEASED_AT_ONCE = 500;

    private final EventDialect dialect;
    private final WaitingStatements waiting;
    private final String abortedList;
    private final String retry;
    private final String discard;

    public AdminStatements(String table, DatabaseKind kind) {
        dialect = EventDialect.of(kind);
        waiting = new WaitingStatements(table, dialect);
        abortedList = "SELECT id, entity_name, entity_id, payload, attempts, last_error, "
                + dialect.epochMillis("created_at") + ", status FROM " + table + GIVEN_UP + " ORDER BY id LIMIT ?";
        retry = "UPDATE " + table
                + " SET status = 'PENDING', attempts = 0, crashes = 0, process_after = NULL, last_error = NULL, done_at = NULL"
                + CHANGEABLE;
        discard = "DELETE FROM " + table + CHANGEABLE;
    }

    public List<AbortedEvent> aborted(Connection connection, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(abortedList)) {
            query.setInt(1, limit);
            List<AbortedEvent> events = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    events.add(new AbortedEvent(
                            found.getLong(1),
                            found.getString(2),
                            found.getString(3),
                            EventTable.payloadOf(found.getBytes(4)),
                            found.getInt(5),
                            Objects.requireNonNullElse(found.getString(6), ""),
                            !"ABORTED".equals(found.getString(8)),
                            Instant.ofEpochMilli(found.getLong(7))));
                }
            }
            return events;
        }
    }

    /** Makes those of these events pending that wait for an attempt or an operator; returns their number. */
    public int retry(Connection connection, List<EventList.Found> events) throws SQLException {
        return RowsById.change(connection, dialect, retry, sortedIds(events));
    }

    /** Deletes those of these events that wait for an attempt or an operator; returns their number. */
    public int discard(Connection connection, List<EventList.Found> events) throws SQLException {
        return RowsById.change(connection, dialect, discard, sortedIds(events));
    }

    private static List<Long> sortedIds(List<EventList.Found> events) {
        return events.stream().map(EventList.Found::id).sorted().toList();
    }

    /**
     * Makes events pending that waited behind discarded ones. In a transaction after the one that discarded: a processor that has events wait
     * looks afterwards whether they still must, so one of both finds them.
     */
    public boolean release(Connection connection, List<EventList.Found> discarded) throws SQLException {
        for (EventList.Found event : discarded) {
            waiting.release(connection, event.hash(), event.entity(), RELEASED_AT_ONCE);
        }
        return true;
    }
}
