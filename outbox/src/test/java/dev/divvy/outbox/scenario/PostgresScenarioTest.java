package dev.divvy.outbox.scenario;

import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.PostgresServer;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

@NeedsPostgres
class PostgresScenarioTest extends ScenarioLaws {

    @Override
    ScenarioDatabase database(int isolation) {
        PostgresServer server = PostgresServer.shared();
        return new ScenarioDatabase(server.jdbcUrl(Seeds.database()), server.user(), server.password(), isolation);
    }

    @Test
    void theDatabaseIsKilledAndRestartedInTheMiddle() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            ScenarioDatabase database = new ScenarioDatabase(
                    server.jdbcUrl(Seeds.database()),
                    server.user(),
                    server.password(),
                    Connection.TRANSACTION_READ_COMMITTED);
            Scenario.small(Seeds.first(), true).run(database, () -> {
                server.kill();
                server.startAgain();
                server.restart();
            });
        }
    }
}
