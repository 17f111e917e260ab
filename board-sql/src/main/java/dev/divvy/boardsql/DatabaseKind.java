package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.ClusterCheck;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** The kinds of database that Divvy supports. */
public enum DatabaseKind {
    POSTGRESQL,
    MARIADB,
    MYSQL,
    H2;

    /**
     * Returns the kind of the database behind a connection. Logs a warning if it is one of several servers of a cluster that accept changes.
     *
     * @throws IllegalArgumentException when Divvy does not support it
     */
    public static DatabaseKind of(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        DatabaseKind kind = of(data.getDatabaseProductName(), data.getDatabaseProductVersion());
        if (kind != H2) {
            checkVersion(versionText(connection));
        }
        if (kind.isMaria()) {
            ClusterCheck.warnIfNeeded(connection);
        }
        return kind;
    }

    private static String versionText(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT version()")) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    /** Refuses a database that has the protocol and the name of another one, by the text of its function version(). */
    static void checkVersion(String version) {
        String text = version.toLowerCase(Locale.ROOT);
        if (text.contains("cockroachdb")) {
            throw imitation(
                    version,
                    "CockroachDB",
                    "it has no LISTEN and NOTIFY, and its ids do not follow the order of commits",
                    "PostgreSQL");
        }
        if (text.contains("-yb-")) {
            throw imitation(
                    version, "YugabyteDB", "each of its servers draws ids from a cache of its own", "PostgreSQL");
        }
        if (text.contains("-tidb-")) {
            throw imitation(version, "TiDB", "each of its servers draws ids from a cache of its own", "MariaDB");
        }
    }

    private static IllegalArgumentException imitation(String version, String name, String reason, String instead) {
        return new IllegalArgumentException("Divvy does not support " + name + " (" + version
                + "): it was never tested, and " + reason + ", so that events would not be in order; use " + instead);
    }

    private static DatabaseKind of(String name, String version) {
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
