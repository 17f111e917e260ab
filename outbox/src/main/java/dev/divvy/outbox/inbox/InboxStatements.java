package dev.divvy.outbox.inbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.table.EventDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** The statements on the table of handled messages. */
final class InboxStatements {

    static final int ROWS_PER_DELETE = 1_000;

    private final EventDialect dialect;
    private final String insert;
    private final String old;
    private final String delete;

    InboxStatements(String table, DatabaseKind kind) {
        dialect = EventDialect.of(kind);
        insert = dialect.insertOnce(table, "(consumer, message_id) VALUES (?, ?)", "(consumer, message_id)");
        old = "SELECT consumer, message_id FROM " + table + " WHERE received_at < " + dialect.nowPlusMillis()
                + " ORDER BY received_at LIMIT " + ROWS_PER_DELETE;
        delete = "DELETE FROM " + table + " WHERE consumer = ? AND message_id = ?";
    }

    /** Returns whether the message was not there yet. */
    boolean insert(Connection connection, String consumer, String messageId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, consumer);
            statement.setString(2, messageId);
            return statement.executeUpdate() > 0;
        } catch (SQLException e) {
            if (dialect.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Deletes some of the rows of this age; returns their number. */
    int deleteOlderThan(Connection connection, Duration age) throws SQLException {
        int deleted = 0;
        try (PreparedStatement select = connection.prepareStatement(old);
                PreparedStatement statement = connection.prepareStatement(delete)) {
            select.setLong(1, -age.toMillis());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    statement.setString(1, rows.getString(1));
                    statement.setString(2, rows.getString(2));
                    statement.addBatch();
                    deleted++;
                }
            }
            if (deleted > 0) {
                statement.executeBatch();
            }
        }
        return deleted;
    }
}
