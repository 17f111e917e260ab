package dev.divvy.outbox;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import dev.divvy.testservers.sql.SqlServer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A database for tests; each test has a table of its own in it. */
record Database(DatabaseKind kind, DataSource source) {

    private static final Map<DatabaseKind, Database> SHARED = new ConcurrentHashMap<>();
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final int SHARED_POOL_SIZE = 40;

    /** Returns the database that all tests of this JVM share. */
    static Database of(DatabaseKind kind) {
        return SHARED.computeIfAbsent(kind, unused -> with(kind, SHARED_POOL_SIZE, pool -> {}));
    }

    /** Returns the same database through a pool of its own. */
    static Database with(DatabaseKind kind, int connections, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        switch (kind) {
            case POSTGRESQL -> configure(config, PostgresServer.shared());
            case MARIADB, MYSQL -> configure(config, MariaServer.shared());
            case H2 -> {
                // The default is 2 s, and a process that holds a lock may be paused for longer.
                config.setJdbcUrl("jdbc:h2:mem:outbox_tests;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
                config.setUsername("sa");
                config.setPassword("");
            }
        }
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        settings.accept(config);
        return new Database(kind, new HikariDataSource(config));
    }

    private static void configure(HikariConfig config, SqlServer server) {
        config.setJdbcUrl(server.jdbcUrl("outbox_tests"));
        config.setUsername(server.user());
        config.setPassword(server.password());
    }

    HikariDataSource pool() {
        return (HikariDataSource) source;
    }

    static String newTable() {
        return "events_" + TABLES.incrementAndGet() + "_"
                + ProcessHandle.current().pid();
    }
}
