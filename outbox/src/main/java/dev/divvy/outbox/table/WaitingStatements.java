package dev.divvy.outbox.table;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.boardsql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
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
    private final String makePending;
    private final String makeRetry;
    private final String makeBehind;
    private final String behind;
    private final String release;
    private final String firstBehind;

    WaitingStatements(String table, EventDialect dialect) {
        this.dialect = dialect;
        any = "SELECT id FROM " + table + " WHERE status = '";
        due = "SELECT id FROM " + table + " WHERE process_after <= " + dialect.now() + " AND " + WAITS + " AND ";
        next = "SELECT " + dialect.millisUntil("process_after") + " FROM " + table
                + " WHERE process_after IS NOT NULL AND " + WAITS + " AND ";
        makePending = "UPDATE " + table + " SET status = 'PENDING', process_after = NULL WHERE " + WAITS + " AND id ";
        String pending = " WHERE COALESCE(status, '') = 'PENDING' AND id ";
        makeRetry = "UPDATE " + table + " SET status = 'RETRY'" + pending;
        makeBehind = "UPDATE " + table + " SET status = 'BEHIND', process_after = "
                + dialect.nowPlusMillis().replace("?", Long.toString(BEHIND_AT_MOST.toMillis())) + pending;
        behind = "SELECT id FROM " + table + " WHERE " + dialect.hasStatus("BEHIND")
                + " AND entity_id_hash = ? AND entity_name = ? AND entity_id = ?"
                + " ORDER BY status, entity_id_hash, id LIMIT ?";
        release = "UPDATE " + table + " SET status = 'PENDING', process_after = NULL"
                + " WHERE COALESCE(status, '') = 'BEHIND' AND id ";
        firstBehind = "SELECT e.id FROM " + table + " e WHERE NOT EXISTS (" + earlier(table, "RETRY")
                + ") AND NOT EXISTS (" + earlier(table, "PENDING")
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
                if (!ids(connection, any + status + "' AND " + within(Stream.of(range)) + " LIMIT 1")
                        .isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Makes events of these ranges pending whose time has come; returns their number. */
    public int makeDuePending(Connection connection, List<HashRange> ranges, int limit) throws SQLException {
        List<Long> ids = inOrder(connection, due + within(ranges.stream()) + " ORDER BY process_after LIMIT " + limit);
        return RowsById.change(
                connection, dialect, makePending, ids.stream().sorted().toList());
    }

    /** Returns the milliseconds until the next event of these ranges is due; empty when none waits for a time. */
    public OptionalLong millisToNext(Connection connection, List<HashRange> ranges) throws SQLException {
        List<Long> found = inOrder(connection, next + within(ranges.stream()) + " ORDER BY process_after LIMIT 1");
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get(0));
    }

    /** Makes pending events wait: some until their own time, some behind an earlier event of their entity. */
    public void park(Connection connection, List<Long> retry, List<Long> behind) throws SQLException {
        RowsById.change(connection, dialect, makeRetry, retry);
        RowsById.change(connection, dialect, makeBehind, behind);
    }

    /** Makes the first of the events pending that wait behind another one of their entity. */
    public void release(Connection connection, int hash, EntityKey entity, int limit) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(behind)) {
            query.setInt(1, hash);
            query.setString(2, entity.name());
            query.setString(3, entity.id());
            query.setInt(4, limit);
            addTo(ids, query.executeQuery());
        }
        RowsById.change(connection, dialect, release, ids);
    }

    private static String earlier(String table, String status) {
        return "SELECT 1 FROM " + table + " w WHERE w.status = '" + status
                + "' AND w.entity_id_hash = e.entity_id_hash AND w.entity_name = e.entity_name"
                + " AND w.entity_id = e.entity_id AND w.id < e.id";
    }

    /** Makes those of these events pending that have no earlier one to wait for: it was discarded while they were made to wait. */
    public void releaseFirst(Connection connection, List<Long> behind) throws SQLException {
        List<Long> first = behind.isEmpty() ? List.of() : ids(connection, firstBehind + dialect.oneOf(behind));
        RowsById.change(connection, dialect, release, first.stream().sorted().toList());
    }

    /**
     * Runs a query along the index of times. PostgreSQL, which cannot know that all rows in it match, would read and sort all that wait: so it is
     * told not to sort.
     */
    private List<Long> inOrder(Connection connection, String statement) throws SQLException {
        if (dialect.withoutSort().isEmpty()) {
            return ids(connection, statement);
        }
        return Transactions.in(connection, transaction -> {
            try (Statement set = transaction.createStatement()) {
                set.execute(dialect.withoutSort().get());
            }
            return ids(transaction, statement);
        });
    }

    private static List<Long> ids(Connection connection, String statement) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Statement query = connection.createStatement()) {
            addTo(ids, query.executeQuery(statement));
        }
        return ids;
    }

    private static void addTo(List<Long> ids, ResultSet found) throws SQLException {
        try (found) {
            while (found.next()) {
                ids.add(found.getLong(1));
            }
        }
    }

    private static String within(Stream<HashRange> ranges) {
        return ranges.map(range -> "entity_id_hash BETWEEN " + range.first() + " AND " + range.last())
                .collect(Collectors.joining(" OR ", "(", ")"));
    }
}
