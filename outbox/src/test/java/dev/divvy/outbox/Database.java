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

/** A database for tests; each of them has a table of its own in it. */
record Database(DatabaseKind product, DataSource source) {

    private static final Map<DatabaseKind, Database> SHARED = new ConcurrentHashMap<>();
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final int MANY_CONNECTIONS = 40;

    /** The one that all tests of this JVM share. */
    static Database of(DatabaseKind product) {
        return SHARED.computeIfAbsent(product, kind -> with(kind, MANY_CONNECTIONS, pool -> {}));
    }

    /** The same database through a pool of its own. */
    static Database with(DatabaseKind product, int connections, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        switch (product) {
            case POSTGRESQL -> on(config, PostgresServer.shared());
            case MARIADB, MYSQL -> on(config, MariaServer.shared());
            case H2 -> {
                // Its own limit is 2 s, and whoever has the lock may stand still for longer.
                config.setJdbcUrl("jdbc:h2:mem:outbox_tests;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
                config.setUsername("sa");
                config.setPassword("");
            }
        }
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        settings.accept(config);
        return new Database(product, new HikariDataSource(config));
    }

    private static void on(HikariConfig config, SqlServer server) {
        config.setJdbcUrl(server.jdbcUrl("outbox_tests"));
        config.setUsername(server.user());
        config.setPassword(server.password());
    }

    static String newTable() {
        return "events_" + TABLES.incrementAndGet() + "_"
                + ProcessHandle.current().pid();
    }
}
