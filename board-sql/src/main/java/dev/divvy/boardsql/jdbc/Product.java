package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that Divvy has statements for. */
public enum Product {
    POSTGRESQL,
    MARIADB,
    MYSQL,
    H2;

    /** The product at the other end; refused when there are no statements for it. */
    public static Product of(Connection connection) throws SQLException {
        String name = connection.getMetaData().getDatabaseProductName();
        String version = connection.getMetaData().getDatabaseProductVersion();
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mariadb" -> MARIADB;
            case "mysql" -> version.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL;
            case "h2" -> H2;
            default ->
                throw new IllegalArgumentException("Divvy has no statements for " + name + " " + version
                        + "; it knows PostgreSQL, MariaDB, MySQL and H2");
        };
    }

    /** MariaDB and MySQL speak alike. */
    public boolean isMaria() {
        return this == MARIADB || this == MYSQL;
    }
}
