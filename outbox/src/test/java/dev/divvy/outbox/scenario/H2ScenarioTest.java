package dev.divvy.outbox.scenario;

import java.sql.Connection;
import java.util.List;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;

/** A scenario on H2 as a server, in the process of the test. */
class H2ScenarioTest {

    /** Runs inside or outside the completing transaction, as the seed chooses; in a long run both. */
    @Test
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndPause() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            long seed = Seeds.first();
            boolean first = seed % 2 == 0;
            for (boolean inside : Seeds.longRun() ? List.of(first, !first) : List.of(first)) {
                String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + Seeds.database()
                        + ";DB_CLOSE_DELAY=-1";
                Scenario.small(seed, inside)
                        .run(new ScenarioDatabase(url, "sa", "", Connection.TRANSACTION_READ_COMMITTED));
            }
        } finally {
            server.stop();
        }
    }
}
