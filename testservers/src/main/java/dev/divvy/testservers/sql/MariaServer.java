package dev.divvy.testservers.sql;

import dev.divvy.testservers.server.ExternalServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real MariaDB for tests. */
public final class MariaServer extends SqlServer {

    /** Guarded by the class. */
    private static @Nullable MariaServer sharedOne;

    private MariaServer(Map<String, String> settings) {
        super(new MariaEngine(settings));
    }

    /** The one that all tests of this JVM share. It does not wait for the disk, which a killed process does not need. */
    public static synchronized MariaServer shared() {
        if (sharedOne == null) {
            sharedOne = new MariaServer(Map.of("innodb-flush-log-at-trx-commit", "2"));
            sharedOne.share();
        }
        return sharedOne;
    }

    /** One of its own, with MariaDB's own settings, for a test that stops, kills or pauses it. */
    public static MariaServer start() {
        return start(Map.of());
    }

    /** One of its own, with these options of mariadbd. */
    public static MariaServer start(Map<String, String> settings) {
        return new MariaServer(settings);
    }

    /** Why there can be none, and how to get it; empty when there can. */
    public static Optional<String> missing() {
        return ExternalServer.of(MariaEngine.KIND).isPresent() ? Optional.empty() : MariaEngine.missing();
    }

    @Override
    String scheme() {
        return "mariadb";
    }

    @Override
    String system() {
        return "mysql";
    }

    @Override
    void create(String database, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create database if not exists " + database + " character set utf8mb4");
        }
    }
}
