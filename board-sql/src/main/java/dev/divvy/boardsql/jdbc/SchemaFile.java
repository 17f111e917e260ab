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

/**
 * The statements that make the tables of one part, read from a file a product, and the version that is written beside them.
 *
 * @param file how the name of the file begins
 * @param part what the tables are for: one row of the version table
 * @param version what this release makes and needs
 * @param words what stands in the file as ${word} and is put in
 */
public record SchemaFile(
        Class<?> beside, String file, String part, int version, Naming naming, Map<String, String> words) {

    private static final int MOST_ATTEMPTS = 8;

    public SchemaFile {
        words = Map.copyOf(words);
    }

    /** The file's statements for this product, with all names put in, as a person would run them. */
    public List<String> statements(Product product) {
        String text = read(file + "."
                + (product.isMaria() ? "maria" : product.name().toLowerCase(java.util.Locale.ROOT)) + ".sql");
        text = text.replace("${collation}", product == Product.MYSQL ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin");
        for (Map.Entry<String, String> word : words.entrySet()) {
            text = text.replace("${" + word.getKey() + "}", word.getValue());
        }
        String version = "INSERT INTO " + naming.table("schema") + " (part, version) VALUES ('" + part + "', "
                + this.version + ")";
        return java.util.stream.Stream.concat(
                        Arrays.stream(text.split(";\\s*(\\r?\\n|$)", -1))
                                .map(String::strip)
                                .filter(statement -> !statement.isEmpty()),
                        java.util.stream.Stream.of(version))
                .toList();
    }

    /**
     * Makes what is missing, also when several processes do so at once. Tables of a newer release are refused. The connection commits by itself
     * meanwhile: a transaction that it is in would be committed.
     */
    public void createIfMissing(Connection connection) throws SQLException {
        boolean before = connection.getAutoCommit();
        if (!before) {
            connection.setAutoCommit(true);
        }
        try {
            make(connection);
        } finally {
            if (!before) {
                connection.setAutoCommit(false);
            }
        }
    }

    private void make(Connection connection) throws SQLException {
        Product product = Product.of(connection);
        for (int attempt = 1; ; attempt++) {
            if (found(connection).isPresent()) {
                return;
            }
            try {
                create(connection, product);
                return;
            } catch (SQLException e) {
                // Another process makes the same tables: what it has made is there at the next look.
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                Transactions.waitBefore(attempt);
            }
        }
    }

    /** The version that is there; empty when there are no such tables. */
    public OptionalInt found(Connection connection) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT version FROM " + naming.table("schema") + " WHERE part = ?")) {
            query.setString(1, part);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? OptionalInt.of(checked(rows.getInt(1))) : OptionalInt.empty();
            }
        } catch (SQLException e) {
            if (Trouble.of(e) == Trouble.NO_TABLE || "3F000".equals(e.getSQLState())) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }

    private int checked(int there) {
        if (there > version) {
            throw new IllegalStateException("the tables of the " + part + " (" + naming.table("schema")
                    + ") are of version " + there + ", made by a newer release; this one knows version " + version);
        }
        return there;
    }

    private void create(Connection connection, Product product) throws SQLException {
        for (String statement : statements(product)) {
            try (Statement run = connection.createStatement()) {
                run.execute(statement);
            } catch (SQLException e) {
                if (Trouble.of(e) == Trouble.DUPLICATE && statement.startsWith("INSERT")) {
                    return;
                }
                throw e;
            }
        }
    }

    private String read(String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the schema file " + file + " is missing beside " + beside.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
