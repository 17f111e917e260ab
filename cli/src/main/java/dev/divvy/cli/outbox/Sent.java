package dev.divvy.cli.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * How many events were ever sent, about: the number that the database would give next. Completed events are deleted, so nothing else tells
 * how many there were; it is asked from the catalogue and costs nothing.
 */
final class Sent {

    private Sent() {}

    /** Empty where the database does not tell this user. */
    static OptionalLong of(Connection connection, Outbox outbox) {
        DatabaseKind product = outbox.boards().databaseKind();
        try (PreparedStatement query = query(connection, product, outbox);
                ResultSet row = query.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        } catch (SQLException e) {
            return OptionalLong.empty();
        }
    }

    private static PreparedStatement query(Connection connection, DatabaseKind product, Outbox outbox)
            throws SQLException {
        String schema = outbox.settings().schema();
        String table = outbox.settings().table();
        if (product == DatabaseKind.POSTGRESQL) {
            PreparedStatement query = connection.prepareStatement(
                    "SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(?, 'id') AS regclass)), 0)");
            query.setString(1, outbox.settings().eventTable());
            return query;
        }
        if (product == DatabaseKind.MYSQL) {
            // Else it tells what was true up to a day ago.
            try (Statement set = connection.createStatement()) {
                set.execute("SET SESSION information_schema_stats_expiry = 0");
            }
        }
        PreparedStatement query = connection.prepareStatement(
                product == DatabaseKind.H2
                        ? "SELECT identity_base FROM information_schema.columns WHERE column_name = 'ID'"
                                + " AND table_schema = COALESCE(?, CURRENT_SCHEMA) AND table_name = ?"
                        : "SELECT auto_increment FROM information_schema.tables"
                                + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?");
        boolean upper = product == DatabaseKind.H2;
        query.setString(1, schema.isEmpty() ? null : upper ? schema.toUpperCase(Locale.ROOT) : schema);
        query.setString(2, upper ? table.toUpperCase(Locale.ROOT) : table);
        return query;
    }
}
