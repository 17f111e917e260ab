package dev.divvy.boardredis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.net.FaultyProxy;
import dev.divvy.testservers.redis.RedisServer;
import io.lettuce.core.api.sync.RedisServerCommands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One address that leads to the current master, as a managed Redis or a Kubernetes Service has it. */
@Timeout(300)
class OneAddressFailoverTest {

    private static final Script COUNT = new Script("count", "return redis.call('INCR', KEYS[1])");

    /** Shorter than a connection may be idle: only the refusal itself can end it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Test
    @NeedsRedis
    void aMasterThatWasDemotedAndKeepsItsConnectionsIsLeftForTheOneToWhichTheAddressLeads() throws Exception {
        try (RedisServer first = RedisServer.start();
                RedisServer second = RedisServer.start(Map.of("replicaof", first.host() + " " + first.port()));
                FaultyProxy name = FaultyProxy.to(first);
                RedisScriptClient client = new RedisScriptClient(RedisAddress.at(name.address()))) {
            Await.until("the replica is in step", () -> says(second, "master_link_status:up"));
            assertThat(count(client)).isEqualTo("1");
            RawCommands.run(address(second), RedisServerCommands::replicaofNoOne);
            name.redirect(second);
            RawCommands.run(address(first), commands -> commands.replicaof(second.host(), second.port()));
            Await.until("the former master is a replica", () -> says(first, "role:slave"));
            assertThat(count(client)).isEqualTo("2");
        }
    }

    @Test
    void aNodeThatIsNoMasterIsToldFromOneThatIs() {
        assertThat(List.of(
                        "READONLY You can't write against a read only replica.",
                        "ERR Error running script: -READONLY You can't write against a read only replica.",
                        "LOADING Redis is loading the dataset in memory",
                        "MASTERDOWN Link with MASTER is down"))
                .allMatch(OneAddressFailoverTest::isFromNoMaster);
        assertThat(List.of("BUSY Redis is busy running a script", "WRONGTYPE Operation against a key"))
                .noneMatch(OneAddressFailoverTest::isFromNoMaster);
    }

    private static boolean isFromNoMaster(String reply) {
        return new ErrorReplyException("127.0.0.1:6379", reply, new Exception(reply)).isFromNoMaster();
    }

    private static boolean says(RedisServer server, String line) {
        return RawCommands.run(address(server), commands -> commands.info("replication"))
                .contains(line);
    }

    private static RedisAddress address(RedisServer server) {
        return RedisAddress.at(server.host() + ":" + server.port());
    }

    private static String count(RedisScriptClient client) {
        return String.valueOf(client.update(COUNT, List.of("count".getBytes(UTF_8)), List.of(), TIMEOUT));
    }
}
