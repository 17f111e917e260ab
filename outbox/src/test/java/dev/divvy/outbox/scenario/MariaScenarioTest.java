package dev.divvy.outbox.scenario;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.sql.MariaServer;
import java.sql.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NeedsMaria
class MariaScenarioTest extends ScenarioLaws {

    @Override
    ScenarioDatabase database(int isolation) {
        MariaServer server = MariaServer.shared();
        return new ScenarioDatabase(server.jdbcUrl(Seeds.database()), server.user(), server.password(), isolation);
    }

    /** A normal run has this and the next test on PostgreSQL only; here they run with {@code -Ddivvy.long=true}. */
    @Test
    @Override
    @Tag("long")
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndPause() throws Exception {
        super.everyEventIsHandledInOrderThoughProcessorsComeGoAndPause();
    }

    @Test
    @Override
    @Tag("long")
    void everyEventIsHandledInOrderWithWallClocksHoursApart() throws Exception {
        super.everyEventIsHandledInOrderWithWallClocksHoursApart();
    }

    @Test
    void theDatabaseIsKilledAndRestartedInTheMiddle() throws Exception {
        try (MariaServer server = MariaServer.start()) {
            ScenarioDatabase database = new ScenarioDatabase(
                    server.jdbcUrl(Seeds.database()),
                    server.user(),
                    server.password(),
                    Connection.TRANSACTION_REPEATABLE_READ);
            Scenario.small(Seeds.first(), false).run(database, () -> {
                server.kill();
                server.startAgain();
                server.restart();
            });
        }
    }
}
