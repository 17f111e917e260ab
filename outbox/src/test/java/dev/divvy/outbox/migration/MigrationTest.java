package dev.divvy.outbox.migration;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import dev.divvy.testservers.sql.SqlServer;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;

class MigrationTest {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static String newName() {
        return "migration_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
    }

    private static DataSource pool(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static DataSource pool(SqlServer server) {
        return pool(server.jdbcUrl(newName()), server.user(), server.password());
    }

    @Nested
    class OnH2 implements MigrationContract {
        @Override
        public DatabaseKind kind() {
            return DatabaseKind.H2;
        }

        @Override
        public DataSource emptyDatabase() {
            return pool("jdbc:h2:mem:" + newName() + ";DB_CLOSE_DELAY=-1", "sa", "");
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres implements MigrationContract {
        @Override
        public DatabaseKind kind() {
            return DatabaseKind.POSTGRESQL;
        }

        @Override
        public DataSource emptyDatabase() {
            return pool(PostgresServer.shared());
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria implements MigrationContract {
        @Override
        public DatabaseKind kind() {
            return DatabaseKind.MARIADB;
        }

        @Override
        public DataSource emptyDatabase() {
            return pool(MariaServer.shared());
        }
    }
}
