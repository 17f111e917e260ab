package dev.divvy.outbox.table;

import dev.divvy.boardsql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Changes, or locks, many rows by their ids, some hundreds per statement. */
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
            try (Statement change = connection.createStatement()) {
                changed += change.executeUpdate(statement + dialect.oneOf(part(ids, from)));
            }
        }
        return changed;
    }

    /**
     * Locks rows for the rest of the transaction, without waiting for those that another transaction has locked.
     *
     * @param query a query of ids that ends before the condition on the id
     * @return the ids of the rows that were locked, in their order
     */
    static List<Long> lock(Connection connection, EventDialect dialect, String query, List<Long> ids)
            throws SQLException {
        List<Long> locked = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += ROWS_PER_STATEMENT) {
            locked.addAll(
                    select(connection, query + dialect.oneOf(part(ids, from)) + " ORDER BY id FOR UPDATE SKIP LOCKED"));
        }
        return locked;
    }

    private static List<Long> part(List<Long> ids, int from) {
        return ids.subList(from, Math.min(ids.size(), from + ROWS_PER_STATEMENT));
    }

    /** Returns the ids that a query finds. */
    static List<Long> select(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return read(statement.executeQuery(query));
        }
    }

    /**
     * Returns the ids that a query finds along an index of times, on a connection in auto-commit mode. PostgreSQL, which cannot know that all rows
     * in the index match, would read and sort all of them: so it is told not to sort.
     */
    static List<Long> selectInOrder(Connection connection, EventDialect dialect, String query) throws SQLException {
        if (dialect.withoutSort().isEmpty()) {
            return select(connection, query);
        }
        return Transactions.in(connection, transaction -> {
            dialect.preventSort(transaction);
            return select(transaction, query);
        });
    }

    /** Returns the first column of all rows. */
    static List<Long> read(ResultSet rows) throws SQLException {
        try (rows) {
            List<Long> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
            return ids;
        }
    }
}
