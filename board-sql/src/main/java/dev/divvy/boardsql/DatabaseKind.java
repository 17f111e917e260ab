package dev.divvy.boardsql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** The kinds of database that Divvy supports. */
public enum DatabaseKind {
    POSTGRESQL,
    MARIADB,
    MYSQL,
    H2;

    /**
     * Returns the kind of the database behind a connection.
     *
     * @throws IllegalArgumentException when Divvy does not support it
     */
    public static DatabaseKind of(Connection connection) throws SQLException {
        String name = connection.getMetaData().getDatabaseProductName();
        String version = connection.getMetaData().getDatabaseProductVersion();
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mariadb" -> MARIADB;
            case "mysql" -> version.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL;
            case "h2" -> H2;
            default ->
                throw new IllegalArgumentException("Divvy does not support " + name + " " + version
                        + "; use PostgreSQL, MariaDB or H2 (MySQL: untested)");
        };
    }

    /** Returns whether this is MariaDB or MySQL, which share most statements. */
    public boolean isMaria() {
        return this == MARIADB || this == MYSQL;
    }

    /** Returns the file name of a schema for this kind, such as {@code board.maria.sql}. */
    public String schemaFile(String schema) {
        return schema + "." + (isMaria() ? "maria" : name().toLowerCase(Locale.ROOT)) + ".sql";
    }

    /** Returns the collation that distinguishes all texts, trailing spaces included; used on MariaDB and MySQL only. */
    public String collation() {
        return this == MYSQL ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin";
    }
}
