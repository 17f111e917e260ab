package dev.divvy.boardredis.connection;

import static dev.divvy.boardredis.connection.LinkTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.ReplicaQuorum;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was changed is answered only when enough copies have it, and how many are enough depends on how many there are. */
@Timeout(300)
class ReplicaCounterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration MUCH_PATIENCE = Duration.ofSeconds(20);
    private static final int TRIES = 10;
    private static final Script COUNT = new Script("count", "return redis.call('INCR', KEYS[1])");
    private static final Script READ = new Script("read", "return redis.call('GET', KEYS[1])");

    private static String replica(int number, String state, int lag) {
        return "slave" + number + ":ip=127.0.0.1,port=7001,state=" + state + ",offset=14,lag=" + lag + "\r\n";
    }

    @Test
    void aMajorityTogetherWithTheMaster() {
        String info = "# Replication\r\nrole:master\r\nconnected_slaves:1\r\n";
        assertThat(ReplicaCounter.needed(ReplicaQuorum.MAJORITY, info)).isZero();
        int[] needed = {1, 1, 2, 2, 3};
        for (int replicas = 1; replicas <= needed.length; replicas++) {
            info += replica(replicas - 1, "online", 1);
            assertThat(ReplicaCounter.needed(ReplicaQuorum.MAJORITY, info))
                    .as("of %d replicas", replicas)
                    .isEqualTo(needed[replicas - 1]);
        }
    }

    @Test
    void aReplicaThatIsSilentForLongOrNotReadyIsNotCounted() {
        assertThat(ReplicaCounter.needed(ReplicaQuorum.MAJORITY, replica(0, "online", 10)))
                .isEqualTo(1);
        assertThat(ReplicaCounter.needed(ReplicaQuorum.MAJORITY, replica(0, "online", 11)))
                .isZero();
        assertThat(ReplicaCounter.needed(ReplicaQuorum.MAJORITY, replica(0, "wait_bgsave", 0)))
                .isZero();
    }

    @Test
    void aFixedNumberStandsWhateverTheMasterSays() {
        assertThat(ReplicaCounter.needed(ReplicaQuorum.replicas(2), replica(0, "online", 0)))
                .isEqualTo(2);
        assertThatThrownBy(() -> ReplicaQuorum.replicas(-1)).hasMessageContaining("-1");
    }

    @Test
    @NeedsRedis
    void aChangeCountsOnlyWhenTheReplicaHasItAndGoesOnWithoutOneThatIsGone() throws Exception {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start(Map.of("replicaof", master.host() + " " + master.port()));
                RedisScriptClient link = new RedisScriptClient(RedisAddress.at(master.host() + ":" + master.port()))) {
            RedisAddress there = RedisAddress.at(replica.host() + ":" + replica.port());
            Await.until(
                    "it is a replica",
                    () -> Raw.ask(there, commands -> commands.info("replication"))
                            .contains("master_link_status:up"));
            Await.until("it works with the replica", () -> works(link, ReplicaQuorum.replicas(1)));
            String counted = count(link, MUCH_PATIENCE);
            String copied = Raw.ask(there, commands -> commands.get("count"));
            assertThat(copied).isEqualTo(counted);
            for (int tries = 1; !isMissed(link, replica); tries++) {
                assertThat(tries).as("a replica that stood still was missed").isLessThan(TRIES);
                Await.until("it works with the replica again", () -> works(link, ReplicaQuorum.replicas(1)));
            }
            Await.until("it works again", () -> works(link, ReplicaQuorum.MAJORITY));
            replica.kill();
            Await.until("it goes on alone", () -> works(link, ReplicaQuorum.MAJORITY));
            assertThat(works(link, ReplicaQuorum.replicas(1)))
                    .as("a fixed number is not there")
                    .isFalse();
        }
    }

    /**
     * Whether a change says that a replica that stands still does not have it. On a busy machine it may be heard too late that it has not,
     * and one that was silent for long is rightly not waited for.
     */
    private static boolean isMissed(RedisScriptClient link, RedisServer replica) {
        replica.pause();
        try {
            RedisAccessException trouble =
                    catchThrowableOfType(RedisAccessException.class, () -> count(link, PATIENCE));
            assertThat(link.ask(READ, List.of(bytes("count")), List.of(), MUCH_PATIENCE))
                    .as("a question waits for nobody")
                    .isNotNull();
            return trouble != null && trouble.kind() == Kind.TOO_FEW_COPIES;
        } finally {
            replica.resume();
        }
    }

    private static String count(RedisScriptClient link, Duration patience) {
        return String.valueOf(link.change(COUNT, List.of(bytes("count")), List.of(), patience));
    }

    private static boolean works(RedisScriptClient link, ReplicaQuorum copies) {
        try {
            return link.change(COUNT, List.of(bytes("count")), List.of(), PATIENCE, copies) != null;
        } catch (RedisAccessException e) {
            return false;
        }
    }
}
