package dev.divvy.outbox.table;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements on events that wait, which the pages of pending events do not show: {@code RETRY}, until a time, and {@code BEHIND} an earlier
 * event of their entity that waits. They become pending again when their time has come, or when the event before them is completed. An event
 * {@code BEHIND} has a time too, in case the one before it was deleted by hand. An event in {@code RETRY} without a time is held: it was given up,
 * and waits for an operator.
 */
public final class WaitingStatements {

    private static final Duration BEHIND_AT_MOST = Duration.ofHours(4);

    private static final List<String> STATUSES = List.of("RETRY", "BEHIND");

    /** COALESCE leaves the index of times, or the primary key, as the only way to the rows. */
    private static final String WAITS = "COALESCE(status, '') IN ('RETRY', 'BEHIND')";

    private final EventDialect dialect;
    private final String any;
    private final String due;
    private final String next;
    private final String lockWaiting;
    private final String makePending;
    private final String lockPending;
    private final String makeRetry;
    private final String makeBehind;
    private final String behind;
    private final String lockBehind;
    private final String release;
    private final String firstBehind;

    WaitingStatements(String table, EventDialect dialect) {
        this.dialect = dialect;
        any = "SELECT id FROM " + table + " WHERE status = '";
        due = "SELECT id FROM " + table + " WHERE process_after <= " + dialect.now() + " AND " + WAITS + " AND ";
        next = "SELECT " + dialect.millisUntil("process_after") + " FROM " + table
                + " WHERE process_after IS NOT NULL AND " + WAITS + " AND ";
        String byId = dialect.byId(table);
        lockWaiting = "SELECT id FROM " + byId + " WHERE " + WAITS + " AND id ";
        makePending = "UPDATE " + byId + " SET status = 'PENDING', process_after = NULL WHERE " + WAITS + " AND id ";
        String pending = " WHERE COALESCE(status, '') = 'PENDING' AND id ";
        lockPending = "SELECT id FROM " + byId + pending;
        makeRetry = "UPDATE " + byId + " SET status = 'RETRY'" + pending;
        makeBehind = "UPDATE " + byId + " SET status = 'BEHIND', process_after = "
                + dialect.nowPlusMillis().replace("?", Long.toString(BEHIND_AT_MOST.toMillis())) + pending;
        behind = "SELECT id FROM " + table + " WHERE " + dialect.hasStatus("BEHIND")
                + " AND entity_id_hash = ? AND entity_name = ? AND entity_id = ?"
                + " ORDER BY status, entity_id_hash, id LIMIT ?";
        String isBehind = " WHERE COALESCE(status, '') = 'BEHIND' AND id ";
        lockBehind = "SELECT id FROM " + byId + isBehind;
        release = "UPDATE " + byId + " SET status = 'PENDING', process_after = NULL" + isBehind;
        firstBehind = "SELECT e.id FROM " + table + " e WHERE NOT EXISTS (" + earlier(table, "RETRY")
                + ") AND NOT EXISTS (" + earlier(table, "BEHIND") + ") AND NOT EXISTS (" + earlier(table, "PENDING")
                + ") AND COALESCE(e.status, '') = 'BEHIND' AND e.id ";
    }

    /** Returns two expressions: the ids of the first event in {@code RETRY}, and {@code BEHIND}, of the entity of row {@code e}. */
    static String firstOfEntity(String table, EventDialect dialect) {
        return STATUSES.stream()
                .map(status -> "(SELECT w.id FROM " + table + " w WHERE w.status = '" + status
                        + "' AND w.entity_id_hash = e.entity_id_hash AND w.entity_name = e.entity_name"
                        + " AND w.entity_id = e.entity_id ORDER BY " + dialect.orderWithinHash("w")
                        + " LIMIT 1) AS first_"
                        + status.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    /** Returns whether any event of these ranges waits. */
    public boolean any(Connection connection, List<HashRange> ranges) throws SQLException {
        for (String status : STATUSES) {
            for (HashRange range : ranges) {
                if (!RowsById.select(connection, any + status + "' AND " + within(Stream.of(range)) + " LIMIT 1")
                        .isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Makes events of these ranges pending whose time has come, the earliest first, but leaves those whose rows another transaction has locked. On
     * a connection in auto-commit mode.
     *
     * @param skip the number of events to leave out, because they are known to be locked
     */
    public RowChange makeDuePending(Connection connection, List<HashRange> ranges, int skip, int limit)
            throws SQLException {
        List<Long> ids = RowsById.selectInOrder(
                        connection,
                        dialect,
                        due + within(ranges.stream()) + " ORDER BY process_after LIMIT " + limit + " OFFSET " + skip)
                .stream()
                .sorted()
                .toList();
        if (ids.isEmpty()) {
            return new RowChange(0, 0);
        }
        return Transactions.in(connection, transaction -> {
            dialect.limitLockWait(transaction);
            List<Long> unlocked = RowsById.lock(transaction, dialect, lockWaiting, ids);
            int changed = RowsById.change(transaction, dialect, makePending, unlocked);
            return new RowChange(changed, ids.size() - changed);
        });
    }

    /**
     * Returns the milliseconds until the next event of these ranges is due; empty when none waits for a time.
     *
     * @param skip the number of events to leave out, because they are due and known to be locked
     */
    public OptionalLong millisToNext(Connection connection, List<HashRange> ranges, int skip) throws SQLException {
        List<Long> found = RowsById.selectInOrder(
                connection, dialect, next + within(ranges.stream()) + " ORDER BY process_after LIMIT 1 OFFSET " + skip);
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get(0));
    }

    /**
     * Makes pending events wait: some until their own time, some behind an earlier event of their entity. It leaves those whose rows another
     * transaction has locked.
     *
     * @return the number of events that wait now
     */
    public int park(Connection connection, List<Long> retry, List<Long> behind) throws SQLException {
        return park(connection, makeRetry, retry) + park(connection, makeBehind, behind);
    }

    private int park(Connection connection, String change, List<Long> ids) throws SQLException {
        return RowsById.change(connection, dialect, change, RowsById.lock(connection, dialect, lockPending, ids));
    }

    /**
     * Makes the first of the events pending that wait behind another one of their entity, up to the first whose row another transaction has
     * locked: the event before that one releases it later.
     *
     * @return false if the first of all is locked: then no event is there that would release it
     */
    public boolean release(Connection connection, int hash, EntityKey entity, int limit) throws SQLException {
        List<Long> ids;
        try (PreparedStatement query = connection.prepareStatement(behind)) {
            query.setInt(1, hash);
            query.setString(2, entity.name());
            query.setString(3, entity.id());
            query.setInt(4, limit);
            ids = RowsById.read(query.executeQuery());
        }
        List<Long> unlocked = RowsById.lock(connection, dialect, lockBehind, ids);
        int count = 0;
        while (count < unlocked.size() && unlocked.get(count).equals(ids.get(count))) {
            count++;
        }
        RowsById.change(connection, dialect, release, ids.subList(0, count));
        return ids.isEmpty() || count > 0;
    }

    /** As {@link #release}, in a transaction of its own. On a connection in auto-commit mode. */
    public boolean releaseNow(Connection connection, int hash, EntityKey entity, int limit) throws SQLException {
        return Transactions.in(connection, transaction -> {
            dialect.limitLockWait(transaction);
            return release(transaction, hash, entity, limit);
        });
    }

    private static String earlier(String table, String status) {
        return "SELECT 1 FROM " + table + " w WHERE w.status = '" + status
                + "' AND w.entity_id_hash = e.entity_id_hash AND w.entity_name = e.entity_name"
                + " AND w.entity_id = e.entity_id AND w.id < e.id";
    }

    /**
     * Makes those of these events pending that have no earlier one to wait for: it was discarded while they were made to wait. On a connection in
     * auto-commit mode.
     */
    public void releaseFirst(Connection connection, List<Long> behind) throws SQLException {
        List<Long> first =
                behind.isEmpty() ? List.of() : RowsById.select(connection, firstBehind + dialect.oneOf(behind));
        if (!first.isEmpty()) {
            Transactions.in(connection, transaction -> {
                dialect.limitLockWait(transaction);
                List<Long> unlocked = RowsById.lock(
                        transaction,
                        dialect,
                        lockBehind,
                        first.stream().sorted().toList());
                return RowsById.change(transaction, dialect, release, unlocked);
            });
        }
    }

    private static String within(Stream<HashRange> ranges) {
        return ranges.map(range -> "entity_id_hash BETWEEN " + range.first() + " AND " + range.last())
                .collect(Collectors.joining(" OR ", "(", ")"));
    }
}
