package dev.divvy.outbox.table;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The statement of producers, on the connection that it is given; it neither begins nor ends a transaction. */
public final class EventInsert {

    private static final String COLUMNS = "entity_name, entity_id, entity_id_hash, event_type, headers, payload";

    /** The minimum size, in bytes, of a payload that a server may refuse for its size. */
    private static final int LARGE_BYTES = 512 * 1024;

    private final EventDialect dialect;
    private final String table;
    private final Statements usual;

    /** Those with a time before which an event is not handled. */
    private final Statements later;

    /** The statements for messages without, and with, a deduplication key. */
    private record Statements(String insert, String insertOnce) {}

    public EventInsert(String table, DatabaseKind kind) {
        dialect = EventDialect.of(kind);
        this.table = table;
        usual = statements("", "");
        later = statements(", process_after", ", " + dialect.timeOfMillis("?"));
    }

    private Statements statements(String column, String value) {
        String columns = COLUMNS + column;
        String values = "?, ?, ?, ?, ?, ?" + value;
        return new Statements(
                "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ")",
                dialect.insertOnce(
                        table,
                        "(" + columns + ", deduplication_key) VALUES (" + values + ", ?)",
                        "(deduplication_key) WHERE deduplication_key IS NOT NULL"));
    }

    /** Inserts messages in their order; returns the number of rows, without those whose deduplication key another row has. */
    public int insert(Connection connection, Collection<Message> messages) throws SQLException {
        if (messages.isEmpty()) {
            return 0;
        }
        try {
            boolean once = messages.stream()
                    .anyMatch(message -> message.deduplicationKey().isPresent());
            boolean timed =
                    messages.stream().anyMatch(message -> message.notBefore().isPresent());
            return once ? insertOnce(connection, messages, timed) : insertAll(connection, messages, timed);
        } catch (SQLException e) {
            throw explained(e, messages);
        }
    }

    private int insertAll(Connection connection, Collection<Message> messages, boolean timed) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(timed ? later.insert() : usual.insert())) {
            for (Message message : messages) {
                setParts(statement, message, timed);
                if (messages.size() > 1) {
                    statement.addBatch();
                }
            }
            if (messages.size() > 1) {
                statement.executeBatch();
            } else {
                statement.executeUpdate();
            }
        }
        return messages.size();
    }

    /** One by one: drivers do not tell which rows of a batch were inserted. */
    private int insertOnce(Connection connection, Collection<Message> messages, boolean timed) throws SQLException {
        int inserted = 0;
        try (PreparedStatement statement =
                connection.prepareStatement(timed ? later.insertOnce() : usual.insertOnce())) {
            for (Message message : messages) {
                setParts(statement, message, timed);
                setText(statement, timed ? 8 : 7, message.deduplicationKey().orElse(null));
                try {
                    inserted += statement.executeUpdate();
                } catch (SQLException e) {
                    if (!dialect.isDuplicate(e)) {
                        throw e;
                    }
                }
            }
        }
        return inserted;
    }

    private static void setParts(PreparedStatement statement, Message message, boolean timed) throws SQLException {
        statement.setString(1, message.entityName());
        statement.setString(2, message.entityId());
        statement.setInt(3, EventTable.hash(message.entityId()));
        setText(statement, 4, nullIfEmpty(message.type()));
        setText(statement, 5, nullIfEmpty(HeaderText.of(message.headers())));
        statement.setBytes(6, message.payload().bytes());
        if (timed && message.notBefore().isPresent()) {
            statement.setLong(7, message.notBefore().get().toEpochMilli());
        } else if (timed) {
            statement.setNull(7, Types.BIGINT);
        }
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    private static void setText(PreparedStatement statement, int index, @Nullable String text) throws SQLException {
        if (text == null) {
            statement.setNull(index, Types.VARCHAR);
        } else {
            statement.setString(index, text);
        }
    }

    private SQLException explained(SQLException error, Collection<Message> messages) {
        return SqlErrorKind.of(error) == SqlErrorKind.MISSING_TABLE
                ? withText(
                        "the table " + table
                                + " does not exist in this database, so nothing was sent; create it once, with"
                                + " Outbox.createIfMissing() or the statements of `divvy outbox schema`",
                        error)
                : explainedBySize(error, messages);
    }

    /** Names the largest payload: a server that refuses a packet says neither which nor why, and some drivers only that the connection is lost. */
    private static SQLException explainedBySize(SQLException error, Collection<Message> messages) {
        Message largest = messages.stream()
                .max(Comparator.comparingInt(message -> message.payload().size()))
                .orElseThrow();
        if (largest.payload().size() < LARGE_BYTES || SqlErrorKind.of(error) != SqlErrorKind.OTHER) {
            return error;
        }
        return withText(
                "could not send a " + largest
                        + "; if the database does not accept a statement of that size (max_allowed_packet on MariaDB and MySQL), send a"
                        + " reference instead",
                error);
    }

    private static SQLException withText(String text, SQLException error) {
        return new SQLException(text + ": " + error.getMessage(), error.getSQLState(), error.getErrorCode(), error);
    }
}
