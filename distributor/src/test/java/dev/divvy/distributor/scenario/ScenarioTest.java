package dev.divvy.distributor.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.redis.RedisCluster;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The distributor and its services through kills and pauses. */
@NeedsRedis
@Timeout(300)
class ScenarioTest {

    /**
     * The next instance writes within five seconds; before that the close timeout of c may end, and after that b and d take over its units.
     * The rest is for a busy machine.
     */
    private static final Duration TAKEOVER = Duration.ofMinutes(1);

    @Test
    void servicesAndDistributorsAreKilledAndPausedAndNoUnitEverHasTwoOwnersOrNone() {
        try (RedisServer redis = RedisServer.start();
                ScenarioProcesses processes = new ScenarioProcesses(List.of(redis.host() + ":" + redis.port()), 24)) {
            try {
                run(processes);
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + processes.tails(), e);
            }
        }
    }

    private static void run(ScenarioProcesses processes) {
        TestProcess first = processes.distributorWithShortTimeout("first");
        TestProcess a = processes.service();
        TestProcess b = processes.service();
        TestProcess c = processes.service();
        TestProcess d = processes.service();
        processes.awaitWork(a, b, c, d);
        processes.begin();

        TestProcess second = processes.distributor("second");
        processes.kill(a);
        processes.awaitWork(b, c, d);

        processes.pause(b);
        processes.awaitTable(c, d);
        b.resume();
        processes.awaitWork(b, c, d);

        first.kill();
        long killed = System.nanoTime();
        c.terminate();
        processes.awaitWork(b, d);
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(TAKEOVER);

        TestProcess third = processes.distributor("third");
        third.awaitOutput("STARTED", 1);
        second.pause();
        d.terminate();
        processes.awaitWork(b);
        long epoch = processes.epoch();
        AssignmentTable table = processes.table();
        second.resume();
        TestProcess e = processes.service();
        processes.awaitWork(b, e);
        assertThat(processes.epoch())
                .as("one change for one new service, whichever instance resumed")
                .isEqualTo(epoch + 1);
        assertThat(table.fields()).hasSize(1);
        third.terminate();
        second.terminate();
        processes.check();
    }

    @Test
    void aMasterOfTheClusterIsKilledWhileUnitsMove() {
        try (RedisCluster cluster = RedisCluster.start();
                ScenarioProcesses processes = new ScenarioProcesses(cluster.addresses(), 24)) {
            try {
                // Only the node that is killed on purpose is to be replaced.
                cluster.useLongNodeTimeout();
                TestProcess first = processes.distributor("first");
                TestProcess a = processes.service();
                TestProcess b = processes.service();
                TestProcess c = processes.service();
                processes.awaitWork(a, b, c);
                processes.begin();
                processes.kill(a);
                cluster.useShortNodeTimeout();
                cluster.masterOf("sys-matching-table").kill();
                processes.awaitWork(b, c);
                cluster.useLongNodeTimeout();
                // The next writer continues with the data of the promoted replica.
                TestProcess second = processes.distributor("second");
                second.awaitOutput("STARTED", 1);
                first.kill();
                c.terminate();
                processes.awaitWork(b);
                second.terminate();
                processes.check();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + processes.tails(), e);
            }
        }
    }
}
