package dev.divvy.outbox.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Changes of many rows by their ids, some hundreds at a time. */
final class RowsById {

    private static final int MANY = 500;

    private RowsById() {}

    /** Runs a statement that ends before the ids; answers how many rows it changed. */
    static int change(Connection connection, EventDialect dialect, String statement, List<Long> ids)
            throws SQLException {
        int changed = 0;
        for (int from = 0; from < ids.size(); from += MANY) {
            List<Long> some = ids.subList(from, Math.min(ids.size(), from + MANY));
            try (Statement change = connection.createStatement()) {
                changed += change.executeUpdate(statement + dialect.oneOf(some));
            }
        }
        return changed;
    }
}
