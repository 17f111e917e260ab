package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Backlog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the events of each state without reading the table: through the index, up to a limit. Above it the optimizer's estimate of the state is
 * taken, and the rows that were read tell how it is divided. H2 has no estimates; there the counts are exact.
 */
public final class BacklogQuery {

    private static final List<String> STATUSES = List.of("PENDING", "RETRY", "BEHIND", "ABORTED", "DONE");
    private static final String HELD = "status = 'RETRY' AND process_after IS NULL";

    private final EventDialect dialect;
    private final String table;

    public BacklogQuery(String table, DatabaseKind kind) {
        this.dialect = EventDialect.of(kind);
        this.table = table;
    }

    /**
     * The rows of one status that were read.
     *
     * @param rows their number; one more than the limit if there are more
     * @param tried those that have failed before, without those that are held
     * @param millisUntilOldest when the oldest was sent, without those that are held
     */
    private record Sample(long rows, long tried, long held, OptionalLong millisUntilOldest) {

        static final Sample NONE = new Sample(0, 0, 0, OptionalLong.empty());

        boolean isWhole() {
            return rows <= Backlog.EXACT_UP_TO;
        }

        Sample scaledTo(long estimate) {
            double factor = (double) estimate / rows;
            return new Sample(estimate, Math.round(tried * factor), Math.round(held * factor), millisUntilOldest);
        }
    }

    /** Returns whether any event waits, other than for an operator, without counting. */
    public boolean hasPending(Connection connection) throws SQLException {
        // One statement: an event that changes its status between two might be in neither.
        String waiting = "SELECT id FROM " + table
                + " WHERE process_after IS NOT NULL AND COALESCE(status, '') = 'RETRY' ORDER BY process_after LIMIT 1";
        try (Statement query = connection.createStatement();
                ResultSet found = query.executeQuery("SELECT id FROM (" + firstOf("PENDING")
                        + ") p UNION ALL SELECT id FROM (" + firstOf("BEHIND") + ") b UNION ALL SELECT id FROM ("
                        + waiting + ") r")) {
            return found.next();
        }
    }

    private String firstOf(String status) {
        return "SELECT id FROM " + table + " WHERE " + dialect.hasStatus(status) + EventTable.IN_ORDER + 1;
    }

    /** Counts the events. */
    public Backlog backlog(Connection connection) throws SQLException {
        Map<String, Sample> samples = samples(connection);
        boolean estimated = dialect.hasEstimates() && samples.values().stream().anyMatch(sample -> !sample.isWhole());
        OptionalLong first = OptionalLong.empty();
        if (estimated) {
            estimate(connection, samples);
            first = oldestOfFirstRows(connection);
        }
        Sample pending = samples.getOrDefault("PENDING", Sample.NONE);
        Sample retry = samples.getOrDefault("RETRY", Sample.NONE);
        Sample behind = samples.getOrDefault("BEHIND", Sample.NONE);
        OptionalLong oldest = Stream.of(
                        pending.millisUntilOldest, retry.millisUntilOldest, behind.millisUntilOldest, first)
                .flatMapToLong(OptionalLong::stream)
                .min();
        return new Backlog(
                pending.rows + retry.rows - retry.held + behind.rows,
                pending.tried + retry.tried + behind.tried,
                samples.getOrDefault("ABORTED", Sample.NONE).rows,
                retry.held,
                samples.getOrDefault("DONE", Sample.NONE).rows,
                oldest.stream()
                        .mapToObj(millis -> Duration.ofMillis(Math.max(0, -millis)))
                        .findFirst(),
                estimated);
    }

    /** Returns the statement that reads rows of each status, in one statement because events change theirs; a test checks its plan. */
    public String samplesStatement() {
        return STATUSES.stream().map(this::sampleStatement).collect(Collectors.joining(" UNION ALL "));
    }

    private String sampleStatement(String status) {
        boolean done = status.equals("DONE");
        String condition = done ? dialect.isDone() + " AND done_at IS NOT NULL" : dialect.hasStatus(status);
        String order = done ? " ORDER BY done_at LIMIT " : EventTable.IN_ORDER;
        String limit = dialect.hasEstimates() ? order + (Backlog.EXACT_UP_TO + 1) : "";
        return "SELECT '" + status + "', COUNT(*), SUM(CASE WHEN attempts > 0 AND NOT (" + HELD
                + ") THEN 1 ELSE 0 END), SUM(CASE WHEN " + HELD + " THEN 1 ELSE 0 END), MIN(CASE WHEN NOT (" + HELD
                + ") THEN " + dialect.millisUntil("created_at") + " END) FROM (SELECT status, attempts, process_after,"
                + " created_at FROM " + table + " WHERE " + condition + limit + ") sample_"
                + status.toLowerCase(Locale.ROOT);
    }

    private Map<String, Sample> samples(Connection connection) throws SQLException {
        Map<String, Sample> samples = new TreeMap<>();
        try (Statement query = connection.createStatement();
                ResultSet found = query.executeQuery(samplesStatement())) {
            while (found.next()) {
                Sample sample = new Sample(found.getLong(2), found.getLong(3), found.getLong(4), millis(found, 5));
                samples.put(found.getString(1).strip(), sample);
            }
        }
        return samples;
    }

    /** Replaces the counts above the limit: the largest by the rest of the table, because MariaDB never estimates more than half of it. */
    private void estimate(Connection connection, Map<String, Sample> samples) throws SQLException {
        Map<String, Long> estimates = new TreeMap<>();
        for (Map.Entry<String, Sample> entry : samples.entrySet()) {
            long rows = entry.getValue().rows;
            estimates.put(
                    entry.getKey(),
                    entry.getValue().isWhole()
                            ? rows
                            : Math.max(rows, estimated(connection, " WHERE status = '" + entry.getKey() + "'")));
        }
        Map.Entry<String, Long> largest = Collections.max(estimates.entrySet(), Map.Entry.comparingByValue());
        long others = estimates.values().stream().mapToLong(Long::longValue).sum() - largest.getValue();
        largest.setValue(Math.max(largest.getValue(), estimated(connection, "") - others));
        samples.replaceAll((status, sample) ->
                sample.isWhole() ? sample : sample.scaledTo(estimates.getOrDefault(status, sample.rows)));
    }

    private long estimated(Connection connection, String condition) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet plan = query.executeQuery(dialect.explain("SELECT id FROM " + table + condition))) {
            return plan.next() ? dialect.estimatedRows(plan) : 0;
        }
    }

    private static OptionalLong millis(ResultSet found, int column) throws SQLException {
        long millis = found.getLong(column);
        return found.wasNull() ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    /** Rows are sent in about the order of their ids, so the oldest of many is among the first, unless many completed ones are kept. */
    private OptionalLong oldestOfFirstRows(Connection connection) throws SQLException {
        String statement = "SELECT MIN(CASE WHEN status IN ('PENDING', 'BEHIND', 'RETRY') AND NOT (" + HELD + ") THEN "
                + dialect.millisUntil("created_at") + " END) FROM (SELECT status, process_after, created_at FROM "
                + table + " ORDER BY id LIMIT " + Backlog.EXACT_UP_TO + ") e";
        try (Statement query = connection.createStatement();
                ResultSet found = query.executeQuery(statement)) {
            found.next();
            return millis(found, 1);
        }
    }
}
