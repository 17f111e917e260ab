package dev.divvy.boardsql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements that create the tables of one part, and the version that is written beside them.
 *
 * @param text the statements, each ended by a semicolon at the end of a line
 * @param part the part of Divvy that the tables belong to: one row of the version table
 * @param version the version that this release creates and needs
 * @param placeholders the text that replaces each ${name}
 * @param additions the statements that add the columns which tables of older versions lack
 */
public record SchemaFile(
        String text,
        String part,
        int version,
        TableNames names,
        Map<String, String> placeholders,
        List<String> additions) {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaFile.class);

    /** The SQL states for a column that exists already. */
    private static final List<String> DUPLICATE_COLUMN = List.of("42701", "42S21");

    private static final int MAX_ATTEMPTS = 8;

    public SchemaFile {
        placeholders = Map.copyOf(placeholders);
        additions = List.copyOf(additions);
    }

    /** Creates the statements of tables that never changed. */
    public SchemaFile(String text, String part, int version, TableNames names, Map<String, String> placeholders) {
        this(text, part, version, names, placeholders, List.of());
    }

    /** Returns the text of a schema file. The caller opens it, because resources are visible to their own module only. */
    public static String read(String file, @Nullable InputStream opened) {
        try (InputStream in = opened) {
            if (in == null) {
                throw new IllegalStateException("the schema file " + file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the statements with all placeholders replaced, ready to be run by hand. */
    public List<String> statements() {
        String filled = text;
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            filled = filled.replace("${" + placeholder.getKey() + "}", placeholder.getValue());
        }
        String insert =
                "INSERT INTO " + names.table("schema") + " (part, version) VALUES ('" + part + "', " + version + ")";
        return Stream.concat(
                        Arrays.stream(filled.split(";\\s*(\\r?\\n|$)", -1))
                                .map(String::strip)
                                .filter(statement -> !statement.isEmpty()),
                        Stream.of(insert))
                .toList();
    }

    /**
     * Creates the tables that are missing, also when several processes do so at once, and when the version table says that they are there.
     * Tables of a newer release are refused. The connection is in auto-commit mode meanwhile: a transaction in progress on it would be committed.
     */
    public void createIfMissing(Connection connection) throws SQLException {
        boolean before = connection.getAutoCommit();
        if (!before) {
            connection.setAutoCommit(true);
        }
        try {
            createWithRetry(connection);
        } finally {
            if (!before) {
                connection.setAutoCommit(false);
            }
        }
    }

    private void createWithRetry(Connection connection) throws SQLException {
        // Another process may be creating the same tables: the next attempt finds what it has created.
        SqlRetry.times(MAX_ATTEMPTS).call(() -> {
            OptionalInt installed = installedVersion(connection);
            List<String> missing = installed.isEmpty() ? List.of() : SchemaObjects.missing(connection, statements());
            if (installed.isEmpty() || !missing.isEmpty()) {
                create(connection);
            }
            if (!missing.isEmpty()) {
                LOG.warn(
                        "{} of the {} had been dropped, though {} has their version; created again",
                        String.join(", ", missing),
                        part,
                        names.table("schema"));
            }
            if (installed.isPresent() && installed.getAsInt() < version) {
                upgrade(connection);
            }
            return true;
        });
    }

    /** Returns the version of the existing tables; empty when there are none. */
    public OptionalInt installedVersion(Connection connection) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT version FROM " + names.table("schema") + " WHERE part = ?")) {
            query.setString(1, part);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? OptionalInt.of(checked(rows.getInt(1))) : OptionalInt.empty();
            }
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) == SqlErrorKind.MISSING_TABLE || "3F000".equals(e.getSQLState())) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }

    /** Removes the version of this part, whose tables or triggers were dropped: the next {@link #createIfMissing} creates them anew. */
    public void forget(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM " + names.table("schema") + " WHERE part = ?")) {
            delete.setString(1, part);
            delete.executeUpdate();
        }
    }

    /**
     * Returns whether neither this part nor any of the tables exists. A table that the database refuses to show counts as existing.
     *
     * @param connection a connection in auto-commit mode
     */
    public boolean isAbsent(Connection connection, List<String> tables) throws SQLException {
        return installedVersion(connection).isEmpty()
                && tables.stream().allMatch(table -> SchemaObjects.isTableMissing(connection, table));
    }

    private int checked(int installed) {
        if (installed > version) {
            throw new IllegalStateException("the tables of the " + part + " (" + names.table("schema")
                    + ") have version " + installed
                    + ", created by a newer release; this release supports up to version "
                    + version + ", so upgrade it");
        }
        return installed;
    }

    /** Adds what older tables lack, also when several processes do so at once. Members of the older release can go on. */
    private void upgrade(Connection connection) throws SQLException {
        try (Statement run = connection.createStatement()) {
            for (String addition : additions) {
                try {
                    run.execute(addition);
                } catch (SQLException e) {
                    if (!DUPLICATE_COLUMN.contains(e.getSQLState())) {
                        throw e;
                    }
                }
            }
            for (String statement : statements()) {
                if (statement.startsWith("CREATE OR REPLACE")) {
                    run.execute(statement);
                }
            }
            run.executeUpdate("UPDATE " + names.table("schema") + " SET version = " + version + " WHERE part = '" + part
                    + "' AND version < " + version);
        }
    }

    private void create(Connection connection) throws SQLException {
        for (String statement : statements()) {
            try (Statement run = connection.createStatement()) {
                run.execute(statement);
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) == SqlErrorKind.DUPLICATE_KEY && statement.startsWith("INSERT")) {
                    return;
                }
                throw e;
            }
        }
    }
}
