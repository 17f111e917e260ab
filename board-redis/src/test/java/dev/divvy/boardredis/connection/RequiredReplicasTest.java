package dev.divvy.boardredis.connection;

import static dev.divvy.boardredis.connection.RedisScriptClientTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.ReplicaQuorum;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.coordination.Timing;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change is answered only when enough replicas have it; how many are enough depends on how many there are. */
@Timeout(300)
class RequiredReplicasTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(20);
    private static final int TRIES = 10;
    private static final Script COUNT = new Script("count", "return redis.call('INCR', KEYS[1])");
    private static final Script READ = new Script("read", "return redis.call('GET', KEYS[1])");

    private static String replica(int number, String state, int lag) {
        return "slave" + number + ":ip=127.0.0.1,port=7001,state=" + state + ",offset=14,lag=" + lag + "\r\n";
    }

    @Test
    void aMajorityTogetherWithTheMaster() {
        String info = "# Replication\r\nrole:master\r\nconnected_slaves:1\r\n";
        assertThat(RequiredReplicas.needed(ReplicaQuorum.MAJORITY, info)).isZero();
        int[] needed = {1, 1, 2, 2, 3};
        for (int replicas = 1; replicas <= needed.length; replicas++) {
            info += replica(replicas - 1, "online", 1);
            assertThat(RequiredReplicas.needed(ReplicaQuorum.MAJORITY, info))
                    .as("of %d replicas", replicas)
                    .isEqualTo(needed[replicas - 1]);
        }
    }

    @Test
    void aSilentReplicaAndOneThatIsNotReadyAreNotCounted() {
        assertThat(RequiredReplicas.needed(ReplicaQuorum.MAJORITY, replica(0, "online", 1)))
                .isEqualTo(1);
        assertThat(RequiredReplicas.needed(ReplicaQuorum.MAJORITY, replica(0, "online", 2)))
                .isZero();
        assertThat(RequiredReplicas.needed(ReplicaQuorum.MAJORITY, replica(0, "wait_bgsave", 0)))
                .isZero();
    }

    @Test
    void aFixedNumberDoesNotDependOnTheReport() {
        assertThat(RequiredReplicas.needed(ReplicaQuorum.replicas(2), replica(0, "online", 0)))
                .isEqualTo(2);
        assertThatThrownBy(() -> ReplicaQuorum.replicas(-1)).hasMessageContaining("-1");
    }

    @Test
    @NeedsRedis
    void aChangeCountsOnlyWhenTheReplicaHasItAndContinuesWithoutALostReplica() throws Exception {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start(Map.of("replicaof", master.host() + " " + master.port()));
                RedisScriptClient client =
                        new RedisScriptClient(RedisAddress.at(master.host() + ":" + master.port()))) {
            RedisAddress replicaAddress = RedisAddress.at(replica.host() + ":" + replica.port());
            Await.until(
                    "it is a replica",
                    () -> RawCommands.run(replicaAddress, commands -> commands.info("replication"))
                            .contains("master_link_status:up"));
            Await.until("it works with the replica", () -> works(client, ReplicaQuorum.replicas(1)));
            String counted = count(client, LONG_TIMEOUT);
            String copied = RawCommands.run(replicaAddress, commands -> commands.get("count"));
            assertThat(copied).isEqualTo(counted);
            for (int tries = 1; !isMissed(client, replica); tries++) {
                assertThat(tries)
                        .as("attempts until a paused replica was missed")
                        .isLessThan(TRIES);
                Await.until("it works with the replica again", () -> works(client, ReplicaQuorum.replicas(1)));
            }
            Await.until("it works again", () -> works(client, ReplicaQuorum.MAJORITY));
            assertThat(worksAgainBesideAPausedReplica(client, replica))
                    .as("a lease, with threefold slack")
                    .isLessThan(Timing.SERVER.lease().multipliedBy(3));
            replica.kill();
            Await.until("it continues alone", () -> works(client, ReplicaQuorum.MAJORITY));
            assertThat(works(client, ReplicaQuorum.replicas(1)))
                    .as("a fixed number is not available")
                    .isFalse();
        }
    }

    /**
     * Whether a change fails because a paused replica does not have it. On a busy machine the call may time out before that is known, and a
     * replica that was silent for long is rightly not waited for.
     */
    private static boolean isMissed(RedisScriptClient client, RedisServer replica) {
        replica.pause();
        try {
            RedisAccessException failure =
                    catchThrowableOfType(RedisAccessException.class, () -> count(client, TIMEOUT));
            assertThat(client.query(READ, List.of(bytes("count")), List.of(), LONG_TIMEOUT))
                    .as("a query does not wait for replicas")
                    .isNotNull();
            return failure != null && failure.kind() == Kind.TOO_FEW_REPLICAS;
        } finally {
            replica.resume();
        }
    }

    private static Duration worksAgainBesideAPausedReplica(RedisScriptClient client, RedisServer replica)
            throws Exception {
        replica.pause();
        try {
            long paused = System.nanoTime();
            Await.until("it works without the replica", () -> works(client, ReplicaQuorum.MAJORITY));
            return Duration.ofNanos(System.nanoTime() - paused);
        } finally {
            replica.resume();
        }
    }

    private static String count(RedisScriptClient client, Duration timeout) {
        return String.valueOf(client.update(COUNT, List.of(bytes("count")), List.of(), timeout));
    }

    private static boolean works(RedisScriptClient client, ReplicaQuorum quorum) {
        try {
            return client.update(COUNT, List.of(bytes("count")), List.of(), TIMEOUT, quorum) != null;
        } catch (RedisAccessException e) {
            return false;
        }
    }
}
