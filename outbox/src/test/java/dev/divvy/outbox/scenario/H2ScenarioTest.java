package dev.divvy.outbox.scenario;

import java.sql.Connection;
import java.util.List;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;

/** H2 as a server, in the process of the test. */
class H2ScenarioTest {

    /** In the usual run by one of both ways of handling, which the seed chooses; in a long run by both. */
    @Test
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndStandStill() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            long seed = Seeds.one();
            boolean first = seed % 2 == 0;
            for (boolean inside : Seeds.longRun() ? List.of(first, !first) : List.of(first)) {
                String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + Seeds.database()
                        + ";DB_CLOSE_DELAY=-1";
                Scenario.small(seed, inside).run(new Place(url, "sa", "", Connection.TRANSACTION_READ_COMMITTED));
            }
        } finally {
            server.stop();
        }
    }
}
