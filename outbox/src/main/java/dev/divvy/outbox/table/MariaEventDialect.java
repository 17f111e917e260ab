package dev.divvy.outbox.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The dialect of MariaDB and MySQL. The type of the columns is independent of the connection's time zone, and times are computed as seconds
 * since 1970: the server refuses local times in the hour that a clock skips in spring.
 */
final class MariaEventDialect implements EventDialect {

    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    /** Whether statements can have settings of their own; MySQL does not know them. */
    private final boolean setsStatement;

    MariaEventDialect(boolean setsStatement) {
        this.setsStatement = setsStatement;
    }

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(3)";
    }

    @Override
    public String nowPlusMillis() {
        return "FROM_UNIXTIME((" + epochMillisNow() + " + ?) / 1000.0)";
    }

    @Override
    public String epochMillis(String column) {
        return "CAST(UNIX_TIMESTAMP(" + column + ") * 1000 AS SIGNED)";
    }

    @Override
    public String epochMillisNow() {
        return "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(CURRENT_TIMESTAMP(3)) DIV 1000)";
    }

    /** IGNORE also forgives values that do not fit into their columns, but messages were checked for that. */
    @Override
    public String insertOnce(String table, String columnsAndValues, String key) {
        return "INSERT IGNORE INTO " + table + " " + columnsAndValues;
    }

    /**
     * For an equality the server may use the status alone and read all hashes before the range. For two values, the first of which no row has,
     * it starts at the range.
     */
    @Override
    public String hasStatus(String status) {
        return "status IN ('', '" + status + "')";
    }

    /** Otherwise the server may read all rows of a small table, and wait for those that are locked, whatever their ids. */
    @Override
    public String byId(String table) {
        return table + " FORCE INDEX (PRIMARY)";
    }

    /** A deletion takes such a hint only in this form. */
    @Override
    public String deleteById(String table) {
        return "DELETE FROM e USING " + table + " AS e FORCE INDEX (PRIMARY)";
    }

    @Override
    public Optional<String> withLimitedLockWait(String statement) {
        return setsStatement
                ? Optional.of("SET STATEMENT innodb_lock_wait_timeout = " + LOCK_WAIT.toSeconds() + " FOR " + statement)
                : Optional.empty();
    }

    @Override
    public String timeOfMillis(String millis) {
        return "FROM_UNIXTIME(" + millis + " / 1000.0)";
    }

    @Override
    public String explain(String query) {
        return "EXPLAIN " + query;
    }

    @Override
    public long estimatedRows(ResultSet plan) throws SQLException {
        return plan.getLong("rows");
    }

    @Override
    public String orderWithinHash(String alias) {
        return alias + ".id";
    }
}
