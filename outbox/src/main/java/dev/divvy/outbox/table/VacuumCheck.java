package dev.divvy.outbox.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what keeps PostgreSQL from removing the rows of completed events, which every scan has to pass over: old transactions, and dead rows that
 * have piled up. What this user may not see is not found.
 */
public final class VacuumCheck {

    private static final Duration OLD_TRANSACTION = Duration.ofMinutes(5);
    private static final long MANY_DEAD_ROWS = 100_000;

    /** A backend with a snapshot holds back the vacuum of the whole database. */
    private static final String OLDEST_SNAPSHOT =
            "SELECT pid, COALESCE(NULLIF(application_name, ''), usename, ''), state,"
                    + " CAST(EXTRACT(EPOCH FROM clock_timestamp() - COALESCE(xact_start, query_start)) AS BIGINT) AS seconds"
                    + " FROM pg_stat_activity WHERE backend_xmin IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()"
                    + " AND backend_type = 'client backend' ORDER BY seconds DESC NULLS LAST LIMIT 1";

    private static final String DEAD_ROWS = "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = to_regclass(?)";

    private final List<String> tables;
    private final Duration oldTransaction;
    private final long manyDeadRows;

    /** @param tables the tables whose dead rows are counted, with their schemas */
    public VacuumCheck(List<String> tables) {
        this(tables, OLD_TRANSACTION, MANY_DEAD_ROWS);
    }

    /** Creates a check with other limits. */
    public VacuumCheck(List<String> tables, Duration oldTransaction, long manyDeadRows) {
        this.tables = List.copyOf(tables);
        this.oldTransaction = oldTransaction;
        this.manyDeadRows = manyDeadRows;
    }

    /** Returns what an operator should look at, each in a sentence; empty when nothing is wrong. */
    public List<String> warnings(Connection connection) throws SQLException {
        List<String> warnings = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(OLDEST_SNAPSHOT);
                ResultSet oldest = query.executeQuery()) {
            if (oldest.next() && oldest.getLong(4) >= oldTransaction.toSeconds()) {
                warnings.add("a transaction of " + oldest.getString(2) + " (pid " + oldest.getInt(1) + ", "
                        + oldest.getString(3)
                        + ") is open for "
                        + Duration.ofSeconds(oldest.getLong(4)).toMinutes()
                        + " min: vacuum cannot remove rows that were deleted since; end it");
            }
        }
        for (String table : tables) {
            long dead = deadRows(connection, table);
            if (dead >= manyDeadRows) {
                warnings.add(
                        table + " has about " + dead + " dead rows, which every read passes over: vacuum it, and look"
                                + " for old transactions and replication slots");
            }
        }
        return warnings;
    }

    private static long deadRows(Connection connection, String table) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(DEAD_ROWS)) {
            query.setString(1, table);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }
}
