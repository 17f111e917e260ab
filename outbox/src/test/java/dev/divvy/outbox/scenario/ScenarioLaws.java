package dev.divvy.outbox.scenario;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.testservers.needs.Servers;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Laws that hold on a real server, whatever happens to the processes. */
abstract class ScenarioLaws {

    /** Returns a new database that is used at this isolation level. */
    abstract ScenarioDatabase database(int isolation);

    @Test
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndPause() throws Exception {
        boolean inside = Seeds.first() % 2 == 0;
        for (long seed : Seeds.several(10).toArray()) {
            runLarge(seed, inside);
            if (Seeds.longRun()) {
                runLarge(seed, !inside);
            }
        }
    }

    private void runLarge(long seed, boolean inside) throws Exception {
        Scenario.large(seed, inside).run(database(Connection.TRANSACTION_SERIALIZABLE));
    }

    @Test
    @Tag("long")
    void everyEventIsHandledInOrderAtTheOtherIsolationLevels() throws Exception {
        boolean inside = Seeds.first() % 2 != 0;
        for (long seed : Seeds.several(5).toArray()) {
            for (int level : List.of(Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ)) {
                Scenario.small(seed, inside).run(database(level));
                inside = !inside;
            }
        }
    }

    @Test
    void everyEventIsHandledInOrderWithWallClocksHoursApart() throws Exception {
        if (Clocks.library().isEmpty()) {
            System.err.println(
                    "SKIPPED: wall clocks hours apart. Install libfaketime (Debian: apt-get install libfaketime)");
        }
        assumeTrue(Clocks.library().isPresent() || Servers.required(), "libfaketime is missing");
        boolean waits = Clocks.APART.keepsTimedWaits();
        if (!waits) {
            System.err.println(
                    "SKIPPED: wall clocks hours apart. On this machine libfaketime ends every timed wait at once");
        }
        assumeTrue(waits, "libfaketime breaks timed waits here");
        Scenario.small(Seeds.first(), false).with(Clocks.APART).run(database(Connection.TRANSACTION_READ_COMMITTED));
    }
}
