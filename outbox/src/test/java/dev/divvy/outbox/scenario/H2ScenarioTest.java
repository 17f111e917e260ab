package dev.divvy.outbox.scenario;

import java.sql.Connection;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;

/** H2 as a server, in the process of the test. */
class H2ScenarioTest {

    @Test
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndStandStill() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            for (boolean inside : new boolean[] {false, true}) {
                String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + Seeds.database()
                        + ";DB_CLOSE_DELAY=-1";
                Scenario.small(Seeds.one(), inside)
                        .run(new Place(url, "sa", "", Connection.TRANSACTION_READ_COMMITTED));
            }
        } finally {
            server.stop();
        }
    }
}
