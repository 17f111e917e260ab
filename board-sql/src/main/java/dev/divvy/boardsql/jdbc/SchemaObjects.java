package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out which of the tables and triggers that some statements create are not in the database. */
final class SchemaObjects {

    private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\S+)");

    /** Only PostgreSQL's schemas have triggers. */
    private static final Pattern TRIGGER = Pattern.compile("CREATE TRIGGER (\\S+) AFTER INSERT ON (\\S+)");

    private static final String FIND_TRIGGER = "SELECT 1 FROM pg_trigger WHERE tgrelid = to_regclass(?) AND tgname = ?";

    private SchemaObjects() {}

    /** @param connection a connection in auto-commit mode */
    static List<String> missing(Connection connection, List<String> statements) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (String statement : statements) {
            Matcher table = TABLE.matcher(statement);
            if (table.find() && isTableMissing(connection, table.group(1))) {
                missing.add(table.group(1));
            }
            Matcher trigger = TRIGGER.matcher(statement);
            if (trigger.find() && isTriggerMissing(connection, trigger.group(1), trigger.group(2))) {
                missing.add(trigger.group(1));
            }
        }
        return missing;
    }

    /** Returns whether a table does not exist. One that the database refuses to show counts as existing. */
    static boolean isTableMissing(Connection connection, String table) {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT 1 FROM " + table + " WHERE 1 = 0")) {
            return rows.next();
        } catch (SQLException e) {
            return SqlErrorKind.of(e) == SqlErrorKind.MISSING_TABLE;
        }
    }

    private static boolean isTriggerMissing(Connection connection, String trigger, String table) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(FIND_TRIGGER)) {
            query.setString(1, table);
            query.setString(2, trigger.toLowerCase(Locale.ROOT));
            try (ResultSet rows = query.executeQuery()) {
                return !rows.next();
            }
        }
    }
}
