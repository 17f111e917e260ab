package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.TimeDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parts of the outbox's statements that differ by database. Times are compared by the database's clock only. */
public interface EventDialect extends TimeDialect {

    static EventDialect of(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> new PostgresEventDialect();
            case MARIADB -> new MariaEventDialect(true);
            case MYSQL -> new MariaEventDialect(false);
            case H2 -> new H2EventDialect();
        };
    }

    /**
     * Returns a statement that makes the database read pages through the index for the rest of the transaction, whatever the statistics say; empty
     * where it needs none.
     */
    default Optional<String> withoutSort() {
        return Optional.empty();
    }

    /** Executes {@link #withoutSort}. */
    default void preventSort(Connection connection) throws SQLException {
        if (withoutSort().isPresent()) {
            try (Statement set = connection.createStatement()) {
                set.execute(withoutSort().get());
            }
        }
    }

    /** Returns the condition for a status, in a form for which the database reads the index from the first hash of a range on. */
    default String hasStatus(String status) {
        return "status = '" + status + "'";
    }

    /** Returns the condition for completed events, in a form that leaves the index of their times as the only way to them. */
    default String isDone() {
        return "COALESCE(status, '') = 'DONE'";
    }

    /** Returns a table as it is named by a query or an update of rows by their ids. */
    default String byId(String table) {
        return table;
    }

    /** Returns the beginning of a statement that deletes rows by their ids. */
    default String deleteById(String table) {
        return "DELETE FROM " + table;
    }

    /**
     * Makes the further statements of a transaction fail that wait too long for a lock of the whole table, where the database can limit that
     * for one transaction. For statements that lock rows without waiting.
     */
    default void limitLockWait(Connection connection) throws SQLException {}

    /**
     * Returns a statement that fails instead of waiting for long for a locked row, after {@link #limitLockWait}; empty where the database
     * cannot limit that for one statement.
     */
    default Optional<String> withLimitedLockWait(String statement) {
        return Optional.empty();
    }

    /** Returns the order of the index for rows of one status and hash, in the form for which the database does not sort. */
    default String orderWithinHash(String alias) {
        return alias + ".status, " + alias + ".entity_id_hash, " + alias + ".id";
    }

    /** Returns whether the database estimates how many rows a query finds. */
    default boolean hasEstimates() {
        return true;
    }

    /** Returns the statement that estimates how many rows a query finds. */
    String explain(String query);

    /** Returns the number of rows in the first row of an estimate. */
    long estimatedRows(ResultSet plan) throws SQLException;

    /** Returns an expression for a time column as milliseconds since 1970. */
    String epochMillis(String column);

    /** Returns an expression for the time of a number of milliseconds since 1970; NULL for NULL. */
    String timeOfMillis(String millis);

    /** Returns an expression for the milliseconds from now until a time column; negative for the past. */
    default String millisUntil(String column) {
        return epochMillis(column) + " - " + epochMillisNow();
    }

    default String epochMillisNow() {
        return epochMillis(now());
    }

    /**
     * Returns a statement that inserts a row unless its key is there; for some databases it fails then, see {@link #isDuplicate}.
     *
     * @param key the columns of the key's index in parentheses, and the condition of the index if it has one
     */
    String insertOnce(String table, String columnsAndValues, String key);

    /** Returns whether an error says that the key of a row is there already, and leaves the transaction as it was. */
    default boolean isDuplicate(SQLException error) {
        return false;
    }

    /** Returns the condition, to follow the name of a column, that its value is one of these ids. */
    default String oneOf(List<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", ", "IN (", ")"));
    }
}
