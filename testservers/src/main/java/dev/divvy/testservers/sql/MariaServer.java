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
    private static @Nullable MariaServer sharedInstance;

    private MariaServer(Map<String, String> settings) {
        super(new MariaEngine(settings));
    }

    /** Returns the server that all tests of this JVM share. It does not wait for the disk: data survives a killed process without that. */
    public static synchronized MariaServer shared() {
        if (sharedInstance == null) {
            sharedInstance = new MariaServer(Map.of("innodb-flush-log-at-trx-commit", "2"));
            sharedInstance.share();
        }
        return sharedInstance;
    }

    /** Starts a server with the default settings of MariaDB, for a test that stops, kills or pauses it. */
    public static MariaServer start() {
        return start(Map.of());
    }

    /** Starts a server with these options of mariadbd. */
    public static MariaServer start(Map<String, String> settings) {
        return new MariaServer(settings);
    }

    /** Returns why MariaDB is not available and how to get it; empty when it is. */
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
