package dev.divvy.outbox.scenario;

import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.PostgresServer;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

@NeedsPostgres
class PostgresScenarioTest extends ScenarioLaws {

    @Override
    Place place(int isolation) {
        PostgresServer server = PostgresServer.shared();
        return new Place(server.jdbcUrl(Seeds.database()), server.user(), server.password(), isolation);
    }

    @Test
    void theDatabaseIsKilledAndRestartedInTheMiddle() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            Place place = new Place(
                    server.jdbcUrl(Seeds.database()),
                    server.user(),
                    server.password(),
                    Connection.TRANSACTION_READ_COMMITTED);
            Scenario.small(Seeds.one(), true).run(place, () -> {
                server.kill();
                server.startAgain();
                server.restart();
            });
        }
    }
}
