package dev.divvy.outbox.scenario;

import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.sql.MariaServer;
import java.sql.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NeedsMaria
class MariaScenarioTest extends ScenarioLaws {

    @Override
    Place place(int isolation) {
        MariaServer server = MariaServer.shared();
        return new Place(server.jdbcUrl(Seeds.database()), server.user(), server.password(), isolation);
    }

    /** In the usual run these two are played on PostgreSQL alone; here with {@code -Ddivvy.long=true}. */
    @Test
    @Override
    @Tag("long")
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndStandStill() throws Exception {
        super.everyEventIsHandledInOrderThoughProcessorsComeGoAndStandStill();
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
            Place place = new Place(
                    server.jdbcUrl(Seeds.database()),
                    server.user(),
                    server.password(),
                    Connection.TRANSACTION_REPEATABLE_READ);
            Scenario.small(Seeds.one(), false).run(place, () -> {
                server.kill();
                server.startAgain();
                server.restart();
            });
        }
    }
}
