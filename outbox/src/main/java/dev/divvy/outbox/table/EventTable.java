package dev.divvy.outbox.table;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the table of events. Each is told on which connection; none begins or ends a transaction.
 *
 * <p>The two that every batch needs have their numbers in their text and are not prepared: a plan that PostgreSQL keeps from a time when
 * the table was small would go through all of a backlog again and again.
 */
public final class EventTable {

    /** Payloads above this many bytes are not read with their page. */
    public static final int SMALL = 16 * 1024;

    /** With the status, which is the same for all, it is the order of the index: else H2 would sort. */
    private static final String IN_ORDER = " ORDER BY status, entity_id_hash, id LIMIT ";

    private static final int LARGE = 512 * 1024;
    private static final int LONGEST_ERROR = 1000;

    private final EventDialect dialect;
    private final String insert;
    private final String page;
    private final String ofHash;
    private final String payload;
    private final String failed;
    private final String aborted;
    private final String done;
    private final String delete;
    private final String kept;
    private final String forget;
    private final String keptBefore;

    public EventTable(String table, DatabaseKind product) {
        dialect = EventDialect.of(product);
        insert = "INSERT INTO " + table + " (entity_name, entity_id, entity_id_hash, payload) VALUES (?, ?, ?, ?)";
        String rows = "SELECT id, entity_name, entity_id, entity_id_hash, attempts, "
                + dialect.epochMillis("created_at") + ", " + dialect.millisUntil("process_after")
                + ", OCTET_LENGTH(payload), CASE WHEN OCTET_LENGTH(payload) <= " + SMALL + " THEN payload END FROM "
                + table + " WHERE " + dialect.is("PENDING") + " AND ";
        page = rows + "entity_id_hash BETWEEN ";
        ofHash = rows + "entity_id_hash = ?";
        payload = "SELECT payload FROM " + table + " WHERE id = ? AND status = 'PENDING'";
        failed = "UPDATE " + table + " SET attempts = ?, last_error = ?, process_after = " + dialect.nowPlusMillis()
                + " WHERE id = ? AND status = 'PENDING'";
        aborted = "UPDATE " + table + " SET attempts = ?, last_error = ?, process_after = NULL, status = 'ABORTED',"
                + " done_at = " + dialect.now() + " WHERE id = ? AND status = 'PENDING'";
        // By primary key, whatever the statistics say: a way through the other index would lock rows of others.
        String pending = " WHERE COALESCE(status, '') = 'PENDING' AND id ";
        delete = "DELETE FROM " + table + pending;
        done = "UPDATE " + table + " SET status = 'DONE', process_after = NULL, done_at = " + dialect.now() + pending;
        kept = "SELECT id, entity_id_hash, CASE WHEN status = 'DONE' THEN " + dialect.millisUntil("done_at")
                + " END FROM " + table + " WHERE id > ? ORDER BY id LIMIT ?";
        forget = "DELETE FROM " + table + " WHERE COALESCE(status, '') = 'DONE' AND id ";
        keptBefore = "SELECT id FROM " + table + " WHERE " + dialect.is("DONE") + " AND entity_id_hash BETWEEN ";
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
        } catch (SQLException e) {
            throw explained(e, messages);
        }
    }

    /** A server that refuses a packet says neither which nor why, and some drivers only that the connection is gone. */
    private static SQLException explained(SQLException error, Collection<Message> messages) {
        Message largest = messages.stream()
                .max(Comparator.comparingInt(message -> message.payload().size()))
                .orElseThrow();
        if (largest.payload().size() < LARGE || SqlErrorKind.of(error) != SqlErrorKind.OTHER) {
            return error;
        }
        return new SQLException(
                "could not send a " + largest
                        + "; if the database does not take that much at once (max_allowed_packet on MariaDB and MySQL), send a"
                        + " reference instead: " + error.getMessage(),
                error.getSQLState(),
                error.getErrorCode(),
                error);
    }

    /** What goes into entity_id_hash. */
    public static int hash(String entityId) {
        return (int) KeyHash.MURMUR3_32.hash(entityId);
    }

    // --- reading ---

    /** The statement that reads a page, with its first hash, its last one and its size, for whoever wants to see its plan. */
    public String pageStatement(HashRange range, int most) {
        return page + range.first() + " AND " + range.last() + IN_ORDER + most;
    }

    /** Since when the token of a hash is held. */
    public interface Fences {
        Fence of(int hash);
    }

    /** The first pending rows of a range, at most so many, in the order of hash and id: all that one moment shows. */
    public List<EventRow> page(Connection connection, HashRange range, int most, Fences fences) throws SQLException {
        try (Statement query = connection.createStatement()) {
            query.setFetchSize(most);
            try (ResultSet found = query.executeQuery(pageStatement(range, most))) {
                return read(found, fences);
            }
        }
    }

    /** The first pending rows of a hash that are of none of these entities. */
    public List<EventRow> others(Connection connection, int hash, List<EntityKey> without, int most, Fences fences)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                ofHash + " AND NOT (entity_name = ? AND entity_id = ?)".repeat(without.size()) + IN_ORDER + most)) {
            int next = 1;
            query.setInt(next++, hash);
            for (EntityKey entity : without) {
                query.setString(next++, entity.name());
                query.setString(next++, entity.id());
            }
            try (ResultSet found = query.executeQuery()) {
                return read(found, fences);
            }
        }
    }

    private static List<EventRow> read(ResultSet found, Fences fences) throws SQLException {
        List<EventRow> rows = new ArrayList<>();
        while (found.next()) {
            rows.add(row(found, fences));
        }
        return rows;
    }

    private static EventRow row(ResultSet found, Fences fences) throws SQLException {
        long length = found.getLong(8);
        byte[] payload = found.getBytes(9);
        return new EventRow(
                found.getLong(1),
                new EntityKey(found.getString(2), found.getString(3)),
                found.getInt(4),
                fences.of(found.getInt(4)),
                length,
                payload == null && length > 0 ? null : payloadOf(payload),
                found.getInt(5),
                Math.max(0, found.getLong(7)),
                Instant.ofEpochMilli(found.getLong(6)));
    }

    static Payload payloadOf(byte @Nullable [] bytes) {
        return bytes == null ? Payload.EMPTY : Payload.of(bytes);
    }

    /** A payload that was too large for its page; empty when the event is pending no longer. */
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
        return RowsById.change(connection, dialect, keep ? done : delete, ids);
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

    /**
     * A row on the way through the whole table in the order of ids, in search of completed events that were kept long enough.
     *
     * @param doneFor for how many milliseconds it has been completed; negative when it is not
     */
    public record Kept(long id, int hash, long doneFor) {}

    /** The next rows after an id, at most so many. */
    public List<Kept> kept(Connection connection, long afterId, int most) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(kept)) {
            query.setLong(1, afterId);
            query.setInt(2, most);
            List<Kept> rows = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    long until = found.getLong(3);
                    long doneFor = found.wasNull() ? -1 : Math.max(0, -until);
                    rows.add(new Kept(found.getLong(1), found.getInt(2), doneFor));
                }
            }
            return rows;
        }
    }

    /** Completed events that were kept, of a range, at most so many. */
    public List<Long> done(Connection connection, HashRange range, int most) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet found =
                        query.executeQuery(keptBefore + range.first() + " AND " + range.last() + IN_ORDER + most)) {
            List<Long> ids = new ArrayList<>();
            while (found.next()) {
                ids.add(found.getLong(1));
            }
            return ids;
        }
    }

    /** Deletes completed events that were kept. */
    public int forget(Connection connection, List<Long> ids) throws SQLException {
        return RowsById.change(connection, dialect, forget, ids);
    }

    private static String shortened(String error) {
        String cut = error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR - 3) + "...";
        // There and back: half of a surrogate pair becomes a question mark, which every database keeps.
        return new String(cut.replace('\0', ' ').getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
