package dev.divvy.boardsql;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** Real faults of real servers. */
class FaultTest {

    @Nested
    @NeedsPostgres
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class Postgres extends FaultContract {

        private final PostgresServer server = PostgresServer.start();

        @Override
        PostgresServer server() {
            return server;
        }

        @AfterAll
        void end() {
            server.close();
        }

        @Override
        void killConnections(TestDatabase target) {
            target.number("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    + " WHERE pid <> pg_backend_pid() AND datname = current_database()");
        }

        @Override
        void readOnly(TestDatabase target, boolean now) throws SQLException {
            target.execute("ALTER SYSTEM SET default_transaction_read_only = " + (now ? "on" : "off"));
            target.number("SELECT 1 WHERE pg_reload_conf()");
        }
    }

    @Nested
    @NeedsMaria
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class Maria extends FaultContract {

        private final MariaServer server = MariaServer.start();

        @Override
        MariaServer server() {
            return server;
        }

        @AfterAll
        void end() {
            server.close();
        }

        @Override
        void killConnections(TestDatabase target) throws SQLException {
            try (Connection connection = target.pool().getConnection();
                    Statement statement = connection.createStatement()) {
                List<Long> others = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery("SELECT id FROM information_schema.processlist"
                        + " WHERE id <> CONNECTION_ID() AND db = DATABASE()")) {
                    while (rows.next()) {
                        others.add(rows.getLong(1));
                    }
                }
                for (long id : others) {
                    try {
                        statement.execute("KILL " + id);
                    } catch (SQLException e) {
                        // It has ended by itself.
                    }
                }
            }
        }

        /** The superuser may write even on a server that is read-only. */
        @Override
        TestDatabase unprivileged(TestDatabase target) throws SQLException {
            target.execute("CREATE USER IF NOT EXISTS plain IDENTIFIED BY 'plain'");
            target.execute("GRANT ALL PRIVILEGES ON " + target.name() + ".* TO plain");
            target.pool().drain();
            String url = server.jdbcUrl(target.name());
            return new TestDatabase(
                    target.kind(), target.name(), new StrictPool(url, "plain", "plain", Connection.TRANSACTION_NONE));
        }

        @Override
        void readOnly(TestDatabase target, boolean now) throws SQLException {
            target.execute("SET GLOBAL read_only = " + (now ? "1" : "0"));
        }
    }
}
