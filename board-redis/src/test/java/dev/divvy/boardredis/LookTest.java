package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.boardredis.connection.RawCommands;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A look writes no key and no field, and publishes nothing. */
@NeedsRedis
class LookTest {

    private static final Card CARD =
            new Card(new Member(new Incarnation("a", 1), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");

    @Test
    void nothingIsWritten() {
        try (RedisServer server = RedisServer.start()) {
            RedisAddress address = RedisAddress.at(server.host() + ":" + server.port());
            try (RedisBoards boards =
                    RedisBoards.on(address, RedisBoardSettings.defaults().withTimeout(Duration.ofSeconds(20)))) {
                assertThat(boards.of("unused").look().cards()).isEmpty();
                assertThat(keys(address)).isEmpty();
                assertThat(boards.of("one").join(CARD)).isEqualTo(new Admission.Admitted());
                List<String> before = keys(address);
                RawCommands.run(address, commands -> commands.configResetstat());
                assertThat(boards.of("one").look().cards()).containsExactly(CARD);
                String stats = RawCommands.run(address, commands -> commands.info("commandstats"));
                assertThat(stats).contains("cmdstat_hgetall").doesNotContain("hset", "publish", "hdel");
                assertThat(keys(address)).isEqualTo(before);
            }
        }
    }

    private static List<String> keys(RedisAddress address) {
        return RawCommands.run(
                address, commands -> commands.keys("*").stream().sorted().toList());
    }
}
