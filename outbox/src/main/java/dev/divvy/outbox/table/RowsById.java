package dev.divvy.outbox.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Changes many rows by their ids, some hundreds per statement. */
final class RowsById {

    private static final int ROWS_PER_STATEMENT = 500;

    private RowsById() {}

    /**
     * Runs a statement for these ids; returns the number of rows that it changed.
     *
     * @param statement a statement that ends before the condition on the id
     */
    static int change(Connection connection, EventDialect dialect, String statement, List<Long> ids)
            throws SQLException {
        int changed = 0;
        for (int from = 0; from < ids.size(); from += ROWS_PER_STATEMENT) {
            List<Long> part = ids.subList(from, Math.min(ids.size(), from + ROWS_PER_STATEMENT));
            try (Statement change = connection.createStatement()) {
                changed += change.executeUpdate(statement + dialect.oneOf(part));
            }
        }
        return changed;
    }
}
