package dev.divvy.distributor.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.Timing;
import dev.divvy.distributor.JdbcStore;
import dev.divvy.distributor.JdbcStoreSettings;
import dev.divvy.distributor.StoreAccess;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import dev.divvy.testservers.sql.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** A database for tests. */
record TestDatabase(DatabaseKind kind, DataSource source) {

    /** The server ends the transaction of a paused client after the lease, so a busy machine needs a long one. */
    private static final Timing TIMING = Timing.of(Duration.ofMillis(500), Duration.ofMinutes(1));

    private static final Map<DatabaseKind, TestDatabase> SHARED = new ConcurrentHashMap<>();

    /** Returns the database that all tests of this JVM share, with all tables; each test has its own distribution. */
    static TestDatabase of(DatabaseKind kind) {
        return SHARED.computeIfAbsent(kind, missing -> {
            TestDatabase created = fresh(missing);
            try (JdbcStore store = created.store("unused")) {
                store.createIfMissing();
            }
            return created;
        });
    }

    /** Creates a database without tables. */
    static TestDatabase fresh(DatabaseKind kind) {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        HikariConfig config = new HikariConfig();
        switch (kind) {
            case POSTGRESQL -> on(config, PostgresServer.shared(), name);
            case MARIADB, MYSQL -> on(config, MariaServer.shared(), name);
            case H2 -> {
                config.setJdbcUrl("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
                config.setUsername("sa");
                config.setPassword("");
            }
        }
        config.setMaximumPoolSize(30);
        config.setMinimumIdle(0);
        return new TestDatabase(kind, new HikariDataSource(config));
    }

    private static void on(HikariConfig config, SqlServer server, String name) {
        config.setJdbcUrl(server.jdbcUrl(name));
        config.setUsername(server.user());
        config.setPassword(server.password());
    }

    StorePorts ports(String distribution) {
        return StoreAccess.to(store(distribution));
    }

    JdbcStore store(String distribution) {
        return store(distribution, JdbcStoreSettings.defaults());
    }

    JdbcStore store(String distribution, JdbcStoreSettings settings) {
        return JdbcStore.on(source, distribution, settings.withTiming(TIMING).neverForgets());
    }

    void execute(String statement) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement run = connection.createStatement()) {
            run.execute(statement);
        }
    }
}
