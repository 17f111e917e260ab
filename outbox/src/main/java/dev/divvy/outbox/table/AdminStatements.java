package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The statements of operators on the event table: they read all of it, and change aborted events only. */
public final class AdminStatements {

    private final EventDialect dialect;
    private final String backlog;
    private final String abortedList;
    private final String retry;
    private final String discard;

    public AdminStatements(String table, DatabaseKind kind) {
        dialect = EventDialect.of(kind);
        backlog = "SELECT status, COUNT(*), SUM(CASE WHEN attempts > 0 THEN 1 ELSE 0 END), MIN("
                + dialect.millisUntil("created_at") + ") FROM " + table + " GROUP BY status";
        abortedList =
                "SELECT id, entity_name, entity_id, payload, attempts, last_error, " + dialect.epochMillis("created_at")
                        + " FROM " + table + " WHERE status = 'ABORTED' ORDER BY id LIMIT ?";
        retry = "UPDATE " + table
                + " SET status = 'PENDING', attempts = 0, process_after = NULL, last_error = NULL, done_at = NULL"
                + " WHERE status = 'ABORTED'";
        discard = "DELETE FROM " + table + " WHERE status = 'ABORTED'";
    }

    public Backlog backlog(Connection connection) throws SQLException {
        long pending = 0;
        long retrying = 0;
        long aborted = 0;
        long done = 0;
        Optional<Duration> oldest = Optional.empty();
        try (PreparedStatement query = connection.prepareStatement(backlog);
                ResultSet found = query.executeQuery()) {
            while (found.next()) {
                switch (found.getString(1)) {
                    case "PENDING", "RETRY", "BEHIND" -> {
                        pending += found.getLong(2);
                        retrying += found.getLong(3);
                        Duration age = Duration.ofMillis(Math.max(0, -found.getLong(4)));
                        oldest =
                                oldest.filter(other -> other.compareTo(age) > 0).or(() -> Optional.of(age));
                    }
                    case "ABORTED" -> aborted = found.getLong(2);
                    default -> done += found.getLong(2);
                }
            }
        }
        return new Backlog(pending, retrying, aborted, done, oldest);
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
                            Instant.ofEpochMilli(found.getLong(7))));
                }
            }
            return events;
        }
    }

    public int retry(Connection connection, Collection<Long> ids) throws SQLException {
        return RowsById.change(connection, dialect, retry + " AND id ", List.copyOf(ids));
    }

    public int retryAll(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(retry)) {
            return update.executeUpdate();
        }
    }

    public int discard(Connection connection, Collection<Long> ids) throws SQLException {
        return RowsById.change(connection, dialect, discard + " AND id ", List.copyOf(ids));
    }

    public int discardAll(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(discard)) {
            return update.executeUpdate();
        }
    }
}
