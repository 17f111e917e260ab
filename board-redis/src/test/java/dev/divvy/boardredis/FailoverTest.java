package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.connection.RawCommands;
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

/** A master of a cluster fails: its replica takes over, and the members continue there. */
@Timeout(300)
@NeedsRedis
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailoverTest {

    private final RedisCluster cluster = RedisCluster.start();

    @AfterAll
    void end() {
        cluster.close();
    }

    /** No replica takes over before the test wants it, however busy the machine is. */
    @BeforeEach
    void awaitHealthy() {
        cluster.awaitHealthy();
        cluster.useLongNodeTimeout();
    }

    private RedisAddress address() {
        return RedisAddress.at(cluster.addresses().toArray(String[]::new));
    }

    @Test
    void aMasterThatIsKilled() throws Exception {
        try (WatchedGroup group = new WatchedGroup(address())) {
            RedisServer master = cluster.masterOf(group.keys().board());
            long before = group.epoch();
            master.kill();
            Await.until("nothing is held", group::nothingHeld);
            cluster.useShortNodeTimeout();
            group.awaitAllHeld();
            assertThat(group.epoch()).isGreaterThanOrEqualTo(before);
            assertThat(cluster.masterOf(group.keys().board())).isNotSameAs(master);
            master.startAgain();
            cluster.awaitHealthy();
            Await.until("every piece is held", group::allHeld);
            group.assertNoOverlap();
        }
    }

    /** The board moves with its slot: first key by key, as an operator moves a slot, then for good. */
    @Test
    void aSlotThatMovesToAnotherMaster() throws Exception {
        try (WatchedGroup group = new WatchedGroup(address())) {
            String key = group.keys().board();
            RedisAddress from = at(cluster.masterOf(key));
            RedisAddress to = at(cluster.masterOf(group.keyElsewhere(cluster)));
            int slot = RawCommands.run(from, commands -> commands.clusterKeyslot(key))
                    .intValue();
            String idFrom = RawCommands.run(from, commands -> commands.clusterMyId());
            String idTo = RawCommands.run(to, commands -> commands.clusterMyId());
            RawCommands.run(to, commands -> commands.clusterSetSlotImporting(slot, idFrom));
            RawCommands.run(from, commands -> commands.clusterSetSlotMigrating(slot, idTo));
            int port = Integer.parseInt(to.addresses().get(0).substring("127.0.0.1:".length()));
            for (String moved : RawCommands.run(from, commands -> commands.clusterGetKeysInSlot(slot, 10))) {
                RawCommands.run(from, commands -> commands.migrate("127.0.0.1", port, moved, 0, 60_000));
            }
            group.outlastALease();
            for (RedisAddress node : List.of(to, from)) {
                RawCommands.run(node, commands -> commands.clusterSetSlotNode(slot, idTo));
            }
            cluster.awaitHealthy();
            group.outlastALease();
            assertThat(RawCommands.<Long>run(to, commands -> commands.exists(key)))
                    .isEqualTo(1L);
            group.assertNoOverlap();
        }
    }

    private static RedisAddress at(RedisServer server) {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    @Test
    void aMasterThatIsPausedAndReturnsAsAReplica() throws Exception {
        try (WatchedGroup group = new WatchedGroup(address())) {
            RedisServer master = cluster.masterOf(group.keys().board());
            master.pause();
            try {
                Await.until("nothing is held", group::nothingHeld);
                cluster.useShortNodeTimeout();
                group.awaitAllHeld();
            } finally {
                master.resume();
            }
            cluster.awaitHealthy();
            group.awaitAllHeld();
            group.assertNoOverlap();
        }
    }
}
