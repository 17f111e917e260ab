package dev.divvy.outbox.table;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
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
import org.jspecify.annotations.Nullable;

/** The statements on the table of events. Each is told on which connection; none begins or ends a transaction. */
public final class EventTable {

    /** Payloads above this many bytes are not read with their page. */
    public static final int SMALL = 16 * 1024;

    private static final int MANY = 500;
    private static final int LONGEST_ERROR = 1000;

    private final String insert;
    private final String page;
    private final String payload;
    private final String failed;
    private final String aborted;
    private final String backlog;
    private final String abortedList;
    private final String retry;
    private final String discard;
    private final String done;
    private final String delete;
    private final String old;
    private final String forget;

    public EventTable(String table, Product product) {
        EventDialect dialect = EventDialect.of(product);
        insert = "INSERT INTO " + table + " (entity_name, entity_id, entity_id_hash, payload) VALUES (?, ?, ?, ?)";
        page = "SELECT id, entity_name, entity_id, entity_id_hash, attempts, " + dialect.epochMillis("created_at")
                + ", "
                + dialect.millisUntil("process_after") + ", OCTET_LENGTH(payload),"
                + " CASE WHEN OCTET_LENGTH(payload) <= " + SMALL + " THEN payload END FROM " + table
                + " WHERE status = 'PENDING' AND entity_id_hash BETWEEN ? AND ? AND (entity_id_hash > ? OR id > ?)"
                + " ORDER BY entity_id_hash, id LIMIT ?";
        payload = "SELECT payload FROM " + table + " WHERE id = ?";
        failed = "UPDATE " + table + " SET attempts = ?, last_error = ?, process_after = " + dialect.nowPlusMillis()
                + " WHERE id = ? AND status = 'PENDING'";
        aborted = "UPDATE " + table + " SET attempts = ?, last_error = ?, process_after = NULL, status = 'ABORTED',"
                + " done_at = " + dialect.now() + " WHERE id = ? AND status = 'PENDING'";
        delete = "DELETE FROM " + table + " WHERE status = 'PENDING' AND id IN ";
        done = "UPDATE " + table + " SET status = 'DONE', process_after = NULL, done_at = " + dialect.now()
                + " WHERE status = 'PENDING' AND id IN ";
        old = "SELECT id FROM " + table + " WHERE status = 'DONE' AND entity_id_hash BETWEEN ? AND ? AND "
                + dialect.millisUntil("done_at") + " < ? ORDER BY entity_id_hash, id LIMIT " + MANY;
        forget = "DELETE FROM " + table + " WHERE status = 'DONE' AND id IN ";
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

    // --- producing ---

    public void insert(Connection connection, Collection<Message> messages) throws SQLException {
        if (messages.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (Message message : messages) {
                statement.setString(1, message.entityName());
                statement.setString(2, message.entityId());
                statement.setInt(3, hash(message.entityId()));
                statement.setBytes(4, message.payload().bytes());
                if (messages.size() > 1) {
                    statement.addBatch();
                }
            }
            if (messages.size() > 1) {
                statement.executeBatch();
            } else {
                statement.executeUpdate();
            }
        }
    }

    /** What goes into entity_id_hash. */
    public static int hash(String entityId) {
        return (int) KeyHash.MURMUR3_32.hash(entityId);
    }

    // --- reading ---

    /** The next pending rows of a range after this one, along the index. */
    public List<Row> page(Connection connection, HashRange range, long afterHash, long afterId, int most)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(page)) {
            query.setInt(1, (int) Math.max(range.first(), afterHash));
            query.setInt(2, (int) range.last());
            query.setInt(3, (int) Math.max(range.first(), afterHash));
            query.setLong(4, afterHash < range.first() ? Long.MIN_VALUE : afterId);
            query.setInt(5, most);
            query.setFetchSize(most);
            List<Row> rows = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    rows.add(row(found));
                }
            }
            return rows;
        }
    }

    private static Row row(ResultSet found) throws SQLException {
        long length = found.getLong(8);
        byte[] payload = found.getBytes(9);
        return new Row(
                found.getLong(1),
                new Entity(found.getString(2), found.getString(3)),
                found.getInt(4),
                length,
                payload == null && length > 0 ? null : payloadOf(payload),
                found.getInt(5),
                Math.max(0, found.getLong(7)),
                Instant.ofEpochMilli(found.getLong(6)));
    }

    private static Payload payloadOf(byte @Nullable [] bytes) {
        return bytes == null ? Payload.EMPTY : Payload.of(bytes);
    }

    /** A payload that was too large for its page; empty when the event is gone. */
    public Optional<Payload> payload(Connection connection, long id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(payload)) {
            query.setLong(1, id);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? Optional.of(payloadOf(found.getBytes(1))) : Optional.empty();
            }
        }
    }

    // --- completing, under the fence ---

    /** Deletes events that were handled, or keeps them as done; answers how many were pending still. */
    public int complete(Connection connection, List<Long> ids, boolean keep) throws SQLException {
        return byId(connection, keep ? done : delete, ids);
    }

    public void fail(Connection connection, long id, int attempts, String error, Duration delay) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(failed)) {
            update.setInt(1, attempts);
            update.setString(2, shortened(error));
            update.setLong(3, delay.toMillis());
            update.setLong(4, id);
            update.executeUpdate();
        }
    }

    public void abort(Connection connection, long id, int attempts, String error) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(aborted)) {
            update.setInt(1, attempts);
            update.setString(2, shortened(error));
            update.setLong(3, id);
            update.executeUpdate();
        }
    }

    /** Completed events of a range that were kept long enough, some of them. */
    public List<Long> old(Connection connection, HashRange range, Duration keep) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(old)) {
            query.setInt(1, (int) range.first());
            query.setInt(2, (int) range.last());
            query.setLong(3, -keep.toMillis());
            List<Long> ids = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    ids.add(found.getLong(1));
                }
            }
            return ids;
        }
    }

    /** Deletes completed events that were kept. */
    public int forget(Connection connection, List<Long> ids) throws SQLException {
        return byId(connection, forget, ids);
    }

    // --- operating ---

    public Backlog backlog(Connection connection) throws SQLException {
        long pending = 0;
        long retrying = 0;
        long given = 0;
        long kept = 0;
        Optional<Duration> oldest = Optional.empty();
        try (PreparedStatement query = connection.prepareStatement(backlog);
                ResultSet found = query.executeQuery()) {
            while (found.next()) {
                switch (found.getString(1)) {
                    case "PENDING" -> {
                        pending = found.getLong(2);
                        retrying = found.getLong(3);
                        oldest = Optional.of(Duration.ofMillis(Math.max(0, -found.getLong(4))));
                    }
                    case "ABORTED" -> given = found.getLong(2);
                    default -> kept += found.getLong(2);
                }
            }
        }
        return new Backlog(pending, retrying, given, kept, oldest);
    }

    public List<AbortedEvent> aborted(Connection connection, int most) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(abortedList)) {
            query.setInt(1, most);
            List<AbortedEvent> events = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    events.add(new AbortedEvent(
                            found.getLong(1),
                            found.getString(2),
                            found.getString(3),
                            payloadOf(found.getBytes(4)),
                            found.getInt(5),
                            Objects.requireNonNullElse(found.getString(6), ""),
                            Instant.ofEpochMilli(found.getLong(7))));
                }
            }
            return events;
        }
    }

    public int retry(Connection connection, Collection<Long> ids) throws SQLException {
        return byId(connection, retry + " AND id IN ", List.copyOf(ids));
    }

    public int retryAll(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(retry)) {
            return update.executeUpdate();
        }
    }

    public int discard(Connection connection, Collection<Long> ids) throws SQLException {
        return byId(connection, discard + " AND id IN ", List.copyOf(ids));
    }

    public int discardAll(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(discard)) {
            return update.executeUpdate();
        }
    }

    private static int byId(Connection connection, String statement, List<Long> ids) throws SQLException {
        int changed = 0;
        for (int from = 0; from < ids.size(); from += MANY) {
            List<Long> some = ids.subList(from, Math.min(ids.size(), from + MANY));
            try (PreparedStatement change =
                    connection.prepareStatement(statement + "(?" + ", ?".repeat(some.size() - 1) + ")")) {
                for (int i = 0; i < some.size(); i++) {
                    change.setLong(i + 1, some.get(i));
                }
                changed += change.executeUpdate();
            }
        }
        return changed;
    }

    private static String shortened(String error) {
        String clean = error.replace('\0', ' ');
        return clean.length() <= LONGEST_ERROR ? clean : clean.substring(0, LONGEST_ERROR - 3) + "...";
    }
}
