package dev.divvy.outbox.scenario;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.testservers.needs.Servers;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds on a real server, whatever happens to the processes. */
abstract class ScenarioLaws {

    /** A new database, in which everybody works at this level. */
    abstract Place place(int isolation);

    @Test
    void everyEventIsHandledInOrderThoughProcessorsComeGoAndStandStill() throws Exception {
        boolean inside = Seeds.one() % 2 == 0;
        for (long seed : Seeds.several(10).toArray()) {
            whole(seed, inside);
            if (Seeds.longRun()) {
                whole(seed, !inside);
            }
        }
    }

    private void whole(long seed, boolean inside) throws Exception {
        Scenario.whole(seed, inside).run(place(Connection.TRANSACTION_SERIALIZABLE));
    }

    @Test
    @Tag("long")
    void everyEventIsHandledInOrderAtTheOtherIsolationLevels() throws Exception {
        boolean inside = Seeds.one() % 2 != 0;
        for (long seed : Seeds.several(5).toArray()) {
            for (int level : List.of(Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ)) {
                Scenario.small(seed, inside).run(place(level));
                inside = !inside;
            }
        }
    }

    @Test
    void everyEventIsHandledInOrderWithWallClocksHoursApart() throws Exception {
        if (Clocks.library().isEmpty()) {
            System.err.println(
                    "LEFT OUT: wall clocks hours apart. Install libfaketime (Debian: apt-get install libfaketime)");
        }
        assumeTrue(Clocks.library().isPresent() || Servers.required(), "libfaketime is missing");
        boolean waits = Clocks.APART.letWaitsBe();
        if (!waits) {
            System.err.println(
                    "LEFT OUT: wall clocks hours apart. On this machine libfaketime ends every timed wait at once");
        }
        assumeTrue(waits, "libfaketime breaks timed waits here");
        Scenario.small(Seeds.one(), false).with(Clocks.APART).run(place(Connection.TRANSACTION_READ_COMMITTED));
    }
}
