package dev.divvy.outbox.table;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.Fence;
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
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the event table. Each runs on the connection that it is given; none begins or ends a transaction, unless it says so.
 *
 * <p>The two that every batch needs contain their numbers as text and are not prepared: a plan that PostgreSQL cached while the table was
 * small would read a whole backlog again and again.
 */
public final class EventTable {

    /** The maximum size, in bytes, of a payload that is read with its page. */
    public static final int MAX_INLINE_BYTES = 16 * 1024;

    /** The order of the index. The status is equal in all rows, but without it H2 would sort. */
    static final String IN_ORDER = " ORDER BY status, entity_id_hash, id LIMIT ";

    private static final int MAX_ERROR_LENGTH = 1000;

    private final EventDialect dialect;
    private final String page;
    private final String pageBesideWaiting;
    private final String firstHash;
    private final String payload;
    private final String failed;
    private final String aborted;
    private final String held;
    private final String done;
    private final String selectPending;
    private final String delete;
    private final String mark;
    private final String doneBefore;
    private final String selectDone;
    private final String deleteDone;
    private final WaitingStatements waiting;

    public EventTable(String table, DatabaseKind kind) {
        dialect = EventDialect.of(kind);
        String columns = "SELECT id, entity_name, entity_id, entity_id_hash, attempts, "
                + dialect.epochMillis("created_at") + ", " + dialect.millisUntil("process_after")
                + ", " + dialect.millisUntil("created_at")
                + ", event_type, headers, OCTET_LENGTH(payload), CASE WHEN OCTET_LENGTH(payload) <= " + MAX_INLINE_BYTES
                + " THEN payload END, crashes, marked_by, ";
        String from = " FROM " + table + " e WHERE " + dialect.hasStatus("PENDING") + " AND entity_id_hash BETWEEN ";
        page = columns + "NULL, NULL" + from;
        pageBesideWaiting = columns + WaitingStatements.firstOfEntity(table, dialect) + from;
        firstHash = "SELECT entity_id_hash" + from;
        waiting = new WaitingStatements(table, dialect);
        payload = "SELECT payload FROM " + table + " WHERE id = ? AND status = 'PENDING'";
        failed = "UPDATE " + table
                + " SET status = 'RETRY', attempts = ?, last_error = ?, crashes = ?, marked_by = NULL, process_after = "
                + dialect.nowPlusMillis()
                + " WHERE id = ? AND status = 'PENDING'";
        String givenUp = "UPDATE " + table
                + " SET attempts = ?, last_error = ?, marked_by = NULL, process_after = NULL, done_at = "
                + dialect.now();
        aborted = givenUp + ", status = 'ABORTED' WHERE id = ? AND status = 'PENDING'";
        held = givenUp + ", status = 'RETRY' WHERE id = ? AND status = 'PENDING'";
        // COALESCE forces the primary key, whatever the statistics say: the other index would lead through, and lock,
        // rows of other processors.
        String pending = " WHERE COALESCE(status, '') = 'PENDING' AND id ";
        String byId = dialect.byId(table);
        selectPending = "SELECT id FROM " + byId + pending;
        delete = dialect.deleteById(table) + pending;
        done = "UPDATE " + byId + " SET status = 'DONE', process_after = NULL, marked_by = NULL, done_at = "
                + dialect.now() + pending;
        mark = "UPDATE " + table + " SET attempts = ?, crashes = ?, marked_by = ? WHERE id = ? AND status = 'PENDING'";
        doneBefore = "SELECT id FROM " + table + " WHERE " + dialect.isDone() + " AND done_at <= "
                + dialect.nowPlusMillis() + " ORDER BY done_at LIMIT ";
        String isDone = " WHERE COALESCE(status, '') = 'DONE' AND id ";
        selectDone = "SELECT id FROM " + byId + isDone;
        deleteDone = dialect.deleteById(table) + isDone;
    }

    /** Returns the value for entity_id_hash. */
    public static int hash(String entityId) {
        return (int) KeyHash.MURMUR3_32.hash(entityId);
    }

    // --- reading ---

    /**
     * Returns the statement that {@link #page} runs, so that a test can check its plan.
     *
     * @param besideWaiting whether to look for events of the same entity that wait; otherwise none may
     */
    public String pageStatement(HashRange range, int limit, boolean besideWaiting) {
        return (besideWaiting ? pageBesideWaiting : page) + range.first() + " AND " + range.last() + IN_ORDER + limit;
    }

    private String pageStatement(List<HashRange> ranges, int limit, boolean besideWaiting) {
        return ranges.size() == 1
                ? pageStatement(ranges.get(0), limit, besideWaiting)
                : ranges.stream()
                        .map(range -> pageStatement(range, limit, besideWaiting))
                        .collect(Collectors.joining(") UNION ALL (", "(", ")"));
    }

    /** Returns the fence of a hash's token. */
    public interface Fences {
        Fence of(int hash);
    }

    /**
     * Returns the first pending rows of each range, as of one moment: within a range in the order of hash and id.
     *
     * @param limit the most rows of a range
     */
    public List<EventRow> page(
            Connection connection, List<HashRange> ranges, int limit, boolean besideWaiting, Fences fences)
            throws SQLException {
        try (Statement query = connection.createStatement()) {
            query.setFetchSize(limit * ranges.size());
            try (ResultSet found = query.executeQuery(pageStatement(ranges, limit, besideWaiting))) {
                return read(found, fences);
            }
        }
    }

    /**
     * As {@link #page}, with a plan that does not sort. On PostgreSQL that takes a transaction, which is worth it where pages are full.
     */
    public List<EventRow> pageOfBacklog(
            Connection connection, List<HashRange> ranges, int limit, boolean besideWaiting, Fences fences)
            throws SQLException {
        if (dialect.withoutSort().isEmpty()) {
            return page(connection, ranges, limit, besideWaiting, fences);
        }
        return Transactions.in(connection, transaction -> {
            preventSort(transaction);
            return page(transaction, ranges, limit, besideWaiting, fences);
        });
    }

    /** Makes the database read pages without a sort for the rest of the transaction. */
    public void preventSort(Connection connection) throws SQLException {
        dialect.preventSort(connection);
    }

    /** Returns the hash of the first pending row of a range, from the index alone; empty when there is none. */
    public OptionalInt firstHash(Connection connection, HashRange range) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet found =
                        query.executeQuery(firstHash + range.first() + " AND " + range.last() + IN_ORDER + 1)) {
            return found.next() ? OptionalInt.of(found.getInt(1)) : OptionalInt.empty();
        }
    }

    /** Returns the statements on events that wait. */
    public WaitingStatements waiting() {
        return waiting;
    }

    private static List<EventRow> read(ResultSet found, Fences fences) throws SQLException {
        List<EventRow> rows = new ArrayList<>();
        while (found.next()) {
            rows.add(row(found, fences));
        }
        return rows;
    }

    private static EventRow row(ResultSet found, Fences fences) throws SQLException {
        long length = found.getLong(11);
        byte[] payload = found.getBytes(12);
        CrashMark mark = new CrashMark(found.getInt(13), Objects.requireNonNullElse(found.getString(14), ""));
        return new EventRow(
                found.getLong(1),
                new EntityKey(found.getString(2), found.getString(3)),
                found.getInt(4),
                fences.of(found.getInt(4)),
                Objects.requireNonNullElse(found.getString(9), ""),
                Objects.requireNonNullElse(found.getString(10), ""),
                length,
                payload == null && length > 0 ? null : payloadOf(payload),
                found.getInt(5) - (mark.isUnderWay() ? 1 : 0),
                Math.max(0, found.getLong(7)),
                isBefore(found, 15, found.getLong(1)) || isBefore(found, 16, found.getLong(1)),
                found.getObject(16) != null,
                Instant.ofEpochMilli(found.getLong(6)),
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(found.getLong(8)),
                mark,
                EventRow.Care.USUAL);
    }

    private static boolean isBefore(ResultSet found, int column, long id) throws SQLException {
        long earlier = found.getLong(column);
        return !found.wasNull() && earlier < id;
    }

    static Payload payloadOf(byte @Nullable [] bytes) {
        return bytes == null ? Payload.EMPTY : Payload.of(bytes);
    }

    /** Returns a payload that was too large for its page; empty when the event is no longer pending. */
    public Optional<Payload> payload(Connection connection, long id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(payload)) {
            query.setLong(1, id);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? Optional.of(payloadOf(found.getBytes(1))) : Optional.empty();
            }
        }
    }

    // --- completing, under the fence ---

    /** Locks those of these pending events whose rows no other transaction has locked; returns the ids of the others that are there. */
    public Set<Long> lockUnlocked(Connection connection, List<Long> ids) throws SQLException {
        Set<Long> locked = new HashSet<>(RowsById.select(connection, selectPending + dialect.oneOf(ids)));
        locked.removeAll(RowsById.lock(connection, dialect, selectPending, ids));
        return locked;
    }

    /** Returns the ids of those of these pending events whose rows another transaction has locked. On a connection in auto-commit mode. */
    public Set<Long> locked(Connection connection, List<Long> ids) throws SQLException {
        return Transactions.in(connection, transaction -> {
            dialect.limitLockWait(transaction);
            return lockUnlocked(transaction, ids);
        });
    }

    /** Deletes handled events, or keeps them as done; returns the number of those that were still pending. */
    public int complete(Connection connection, List<Long> ids, boolean keep) throws SQLException {
        return RowsById.change(connection, dialect, keep ? done : delete, ids);
    }

    /** Records that an event is being handled alone, or no longer is; returns whether it is still pending. */
    public boolean mark(Connection connection, long id, int attempts, CrashMark next) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(mark)) {
            update.setInt(1, attempts);
            update.setInt(2, next.crashes());
            update.setString(3, next.isUnderWay() ? next.by() : null);
            update.setLong(4, id);
            return update.executeUpdate() == 1;
        }
    }

    /**
     * Records a failed attempt; the event waits for the next one.
     *
     * @param crashes the attempts in a row that ended their process, this one included
     */
    public void fail(Connection connection, long id, int attempts, String error, int crashes, Duration delay)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(failed)) {
            update.setInt(1, attempts);
            update.setString(2, shortened(error));
            update.setInt(3, crashes);
            update.setLong(4, delay.toMillis());
            update.setLong(5, id);
            update.executeUpdate();
        }
    }

    /**
     * Gives an event up after its last attempt.
     *
     * @param hold whether it is held, as an event that waits for no time; then it has the later events of its entity wait
     */
    public void giveUp(Connection connection, long id, int attempts, String error, boolean hold) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(hold ? held : aborted)) {
            update.setInt(1, attempts);
            update.setString(2, shortened(error));
            update.setLong(3, id);
            update.executeUpdate();
        }
    }

    /**
     * Returns the statement by which {@link #deleteDone} finds events, so that a test can check its plan. The numbers are part of its text: a plan
     * that was made for a few events may be bad for many.
     */
    public String doneStatement(Duration age, int skip, int limit) {
        return doneBefore.replace("?", Long.toString(-age.toMillis())) + limit + " OFFSET " + skip;
    }

    /**
     * Deletes the oldest completed events that were kept for this long, but leaves those whose rows another transaction has locked. On a connection
     * in auto-commit mode.
     *
     * @param skip the number of events to leave out, because they are known to be locked
     */
    public RowChange deleteDone(Connection connection, Duration age, int skip, int limit) throws SQLException {
        List<Long> ids = RowsById.selectInOrder(connection, dialect, doneStatement(age, skip, limit)).stream()
                .sorted()
                .toList();
        if (ids.isEmpty()) {
            return new RowChange(0, 0);
        }
        Optional<String> impatient = dialect.withLimitedLockWait(deleteDone);
        if (impatient.isPresent()) {
            try {
                return deleteDone(connection, impatient.get(), ids, false);
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) != SqlErrorKind.LOCKED) {
                    throw e;
                }
            }
        }
        return deleteDone(connection, deleteDone, ids, true);
    }

    /** @param asking whether to ask first which of the rows are not locked, which makes the deletion a third dearer */
    private RowChange deleteDone(Connection connection, String statement, List<Long> ids, boolean asking)
            throws SQLException {
        return Transactions.in(connection, transaction -> {
            dialect.limitLockWait(transaction);
            List<Long> unlocked = asking ? RowsById.lock(transaction, dialect, selectDone, ids) : ids;
            int deleted = RowsById.change(transaction, dialect, statement, unlocked);
            return new RowChange(deleted, ids.size() - deleted);
        });
    }

    private static String shortened(String error) {
        String cut = error.length() <= MAX_ERROR_LENGTH ? error : error.substring(0, MAX_ERROR_LENGTH - 3) + "...";
        // Encoded and decoded again: half of a surrogate pair becomes a question mark, which every database stores.
        return new String(cut.replace('\0', ' ').getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
