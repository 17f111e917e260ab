package dev.divvy.outbox.table;

import dev.divvy.boardsql.jdbc.TimeDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The dialect of PostgreSQL. */
final class PostgresEventDialect implements EventDialect, TimeDialect.Postgres {

    private static final long FAR_FUTURE_MILLIS =
            Instant.parse("9999-12-31T00:00:00Z").toEpochMilli();

    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    private static final Pattern ESTIMATED_ROWS = Pattern.compile("\\brows=(\\d+)");

    /** The index of the times has only these rows, and the index of the status all others. */
    @Override
    public String isDone() {
        return "status = 'DONE'";
    }

    /** Otherwise a statement goes on waiting on the server, with the locks that it has, after its client has given up. */
    @Override
    public void limitLockWait(Connection connection) throws SQLException {
        try (Statement set = connection.createStatement()) {
            set.execute("SET LOCAL lock_timeout = " + LOCK_WAIT.toMillis());
        }
    }

    @Override
    public Optional<String> withLimitedLockWait(String statement) {
        return Optional.of(statement);
    }

    @Override
    public String explain(String query) {
        return "EXPLAIN " + query;
    }

    @Override
    public long estimatedRows(ResultSet plan) throws SQLException {
        Matcher rows = ESTIMATED_ROWS.matcher(plan.getString(1));
        return rows.find() ? Long.parseLong(rows.group(1)) : 0;
    }

    /** With the statistics of an almost empty table it would read and sort a whole backlog for each page. */
    @Override
    public Optional<String> withoutSort() {
        return Optional.of("SET LOCAL enable_sort = off");
    }

    /** EXTRACT computes in decimals, at ten times the cost; a double is exact to the microsecond. Infinite times become far ones. */
    @Override
    public String epochMillis(String column) {
        return "CASE WHEN ISFINITE(" + column + ") THEN " + epoch(column) + " WHEN " + column + " = 'infinity' THEN "
                + FAR_FUTURE_MILLIS + " WHEN " + column + " = '-infinity' THEN 0 END";
    }

    @Override
    public String epochMillisNow() {
        return epoch(now());
    }

    @Override
    public String millisUntil(String column) {
        return "(" + epochMillis(column) + ") - " + epochMillisNow();
    }

    private static String epoch(String time) {
        return "CAST(DATE_PART('epoch', " + time + ") * 1000 AS BIGINT)";
    }

    @Override
    public String timeOfMillis(String millis) {
        return "TO_TIMESTAMP(CAST(" + millis + " AS BIGINT) / 1000.0)";
    }

    @Override
    public String insertOnce(String table, String columnsAndValues, String key) {
        return "INSERT INTO " + table + " " + columnsAndValues + " ON CONFLICT " + key + " DO NOTHING";
    }

    /** An array literal is one token for the parser, whatever its length. */
    @Override
    public String oneOf(List<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(",", "= ANY ('{", "}')"));
    }
}
