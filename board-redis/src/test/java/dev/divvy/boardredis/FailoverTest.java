package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.connection.Raw;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisCluster;
import dev.divvy.testservers.redis.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A master of a cluster that goes away: its replica takes over, and the members go on there. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailoverTest {

    private final RedisCluster cluster = RedisCluster.start();

    @AfterAll
    void end() {
        cluster.close();
    }

    /** Nobody takes over before the test wants it, however busy the machine is. */
    @BeforeEach
    void calm() {
        cluster.awaitHealthy();
        cluster.bePatient();
    }

    private RedisAddress place() {
        return RedisAddress.at(cluster.addresses().toArray(String[]::new));
    }

    @Test
    void aMasterThatIsKilled() throws Exception {
        try (Troupe troupe = new Troupe(place())) {
            RedisServer master = cluster.masterOf(troupe.keys().board());
            long before = troupe.epoch();
            master.kill();
            Await.until("nothing is held", troupe::nothingHeld);
            cluster.beQuick();
            troupe.awaitAllHeld();
            assertThat(troupe.epoch()).isGreaterThanOrEqualTo(before);
            assertThat(cluster.masterOf(troupe.keys().board())).isNotSameAs(master);
            master.startAgain();
            cluster.awaitHealthy();
            Await.until("every piece is held", troupe::allHeld);
            troupe.checkNoneTwice();
        }
    }

    /** The board goes with it: first key by key, as an operator moves a slot, then for good. */
    @Test
    void aSlotThatMovesToAnotherMaster() throws Exception {
        try (Troupe troupe = new Troupe(place())) {
            String key = troupe.keys().board();
            RedisAddress from = at(cluster.masterOf(key));
            RedisAddress to = at(cluster.masterOf(troupe.keyElsewhere(cluster)));
            int slot = Raw.ask(from, commands -> commands.clusterKeyslot(key)).intValue();
            String idFrom = Raw.ask(from, commands -> commands.clusterMyId());
            String idTo = Raw.ask(to, commands -> commands.clusterMyId());
            Raw.ask(to, commands -> commands.clusterSetSlotImporting(slot, idFrom));
            Raw.ask(from, commands -> commands.clusterSetSlotMigrating(slot, idTo));
            int port = Integer.parseInt(to.addresses().get(0).substring("127.0.0.1:".length()));
            for (String one : Raw.ask(from, commands -> commands.clusterGetKeysInSlot(slot, 10))) {
                Raw.ask(from, commands -> commands.migrate("127.0.0.1", port, one, 0, 60_000));
            }
            troupe.outliveALease();
            for (RedisAddress node : List.of(to, from)) {
                Raw.ask(node, commands -> commands.clusterSetSlotNode(slot, idTo));
            }
            cluster.awaitHealthy();
            troupe.outliveALease();
            assertThat(Raw.<Long>ask(to, commands -> commands.exists(key))).isEqualTo(1L);
            troupe.checkNoneTwice();
        }
    }

    private static RedisAddress at(RedisServer server) {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    @Test
    void aMasterThatStandsStillAndComesBackAsAReplica() throws Exception {
        try (Troupe troupe = new Troupe(place())) {
            RedisServer master = cluster.masterOf(troupe.keys().board());
            master.pause();
            try {
                Await.until("nothing is held", troupe::nothingHeld);
                cluster.beQuick();
                troupe.awaitAllHeld();
            } finally {
                master.resume();
            }
            cluster.awaitHealthy();
            troupe.awaitAllHeld();
            troupe.checkNoneTwice();
        }
    }
}
