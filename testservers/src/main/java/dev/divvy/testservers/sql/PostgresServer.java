package dev.divvy.testservers.sql;

import dev.divvy.testservers.server.ExternalServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real PostgreSQL for tests. */
public final class PostgresServer extends SqlServer {

    /** Guarded by the class. */
    private static @Nullable PostgresServer sharedInstance;

    private PostgresServer(Map<String, String> settings) {
        super(new PostgresEngine(settings));
    }

    /** Returns the server that all tests of this JVM share. It does not wait for the disk: data survives a killed process without that. */
    public static synchronized PostgresServer shared() {
        if (sharedInstance == null) {
            sharedInstance = new PostgresServer(Map.of("fsync", "off", "full_page_writes", "off"));
            sharedInstance.share();
        }
        return sharedInstance;
    }

    /** Starts a server with the default settings of PostgreSQL, for a test that stops, kills or pauses it. */
    public static PostgresServer start() {
        return start(Map.of());
    }

    /** Starts a server with these settings of postgresql.conf. */
    public static PostgresServer start(Map<String, String> settings) {
        return new PostgresServer(settings);
    }

    /** Returns why PostgreSQL is not available and how to get it; empty when it is. */
    public static Optional<String> missing() {
        return ExternalServer.of(PostgresEngine.KIND).isPresent() ? Optional.empty() : PostgresEngine.missing();
    }

    @Override
    String scheme() {
        return "postgresql";
    }

    @Override
    String system() {
        return "postgres";
    }

    @Override
    void create(String database, Connection connection) throws SQLException {
        try (PreparedStatement known = connection.prepareStatement("select 1 from pg_database where datname = ?")) {
            known.setString(1, database);
            try (ResultSet rows = known.executeQuery()) {
                if (rows.next()) {
                    return;
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
        }
    }
}
