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
     * Five seconds are promised until the next instance writes; here c says farewell before, which may take as long, and b and d take up
     * what it had after. The rest is for a busy machine.
     */
    private static final Duration TAKEOVER = Duration.ofMinutes(1);

    @Test
    void servicesAndDistributorsAreKilledAndStoppedAndNoUnitIsEverTwiceOrNobodys() {
        try (RedisServer redis = RedisServer.start();
                Scene scene = new Scene(List.of(redis.host() + ":" + redis.port()), 24)) {
            try {
                play(scene);
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + scene.tails(), e);
            }
        }
    }

    private static void play(Scene scene) {
        TestProcess first = scene.hastyDistributor("first");
        TestProcess a = scene.service();
        TestProcess b = scene.service();
        TestProcess c = scene.service();
        TestProcess d = scene.service();
        scene.awaitWork(a, b, c, d);
        scene.begin();

        TestProcess second = scene.distributor("second");
        scene.kill(a);
        scene.awaitWork(b, c, d);

        scene.stop(b);
        scene.awaitTable(c, d);
        b.resume();
        scene.awaitWork(b, c, d);

        first.kill();
        long killed = System.nanoTime();
        c.terminate();
        scene.awaitWork(b, d);
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(TAKEOVER);

        TestProcess third = scene.distributor("third");
        third.awaitSaid("STARTED", 1);
        second.pause();
        d.terminate();
        scene.awaitWork(b);
        long epoch = scene.epoch();
        AssignmentTable table = scene.table();
        second.resume();
        TestProcess e = scene.service();
        scene.awaitWork(b, e);
        assertThat(scene.epoch())
                .as("one change for one newcomer, whoever woke up")
                .isEqualTo(epoch + 1);
        assertThat(table.fields()).hasSize(1);
        third.terminate();
        second.terminate();
        scene.judge();
    }

    @Test
    void aMasterOfTheClusterIsKilledWhileUnitsMove() {
        try (RedisCluster cluster = RedisCluster.start();
                Scene scene = new Scene(cluster.addresses(), 24)) {
            try {
                // Only the node that is killed on purpose is to be replaced.
                cluster.bePatient();
                TestProcess first = scene.distributor("first");
                TestProcess a = scene.service();
                TestProcess b = scene.service();
                TestProcess c = scene.service();
                scene.awaitWork(a, b, c);
                scene.begin();
                scene.kill(a);
                cluster.beQuick();
                cluster.masterOf("sys-matching-table").kill();
                scene.awaitWork(b, c);
                cluster.bePatient();
                // The next writer goes on with what the promoted copy knows.
                TestProcess second = scene.distributor("second");
                second.awaitSaid("STARTED", 1);
                first.kill();
                c.terminate();
                scene.awaitWork(b);
                second.terminate();
                scene.judge();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + scene.tails(), e);
            }
        }
    }
}
