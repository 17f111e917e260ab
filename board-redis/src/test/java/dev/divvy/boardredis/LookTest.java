package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.boardredis.connection.Raw;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A look leaves no key, no field and no hint behind. */
@NeedsRedis
class LookTest {

    private static final Card CARD =
            new Card(new Member(new Incarnation("a", 1), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");

    @Test
    void nothingIsWritten() {
        try (RedisServer server = RedisServer.start()) {
            RedisAddress place = RedisAddress.at(server.host() + ":" + server.port());
            try (RedisBoards boards =
                    RedisBoards.on(place, RedisBoardSettings.defaults().withPatience(Duration.ofSeconds(20)))) {
                assertThat(boards.of("nobody").look().cards()).isEmpty();
                assertThat(keys(place)).isEmpty();
                assertThat(boards.of("one").join(CARD)).isEqualTo(new Admission.Admitted());
                List<String> before = keys(place);
                Raw.ask(place, commands -> commands.configResetstat());
                assertThat(boards.of("one").look().cards()).containsExactly(CARD);
                String stats = Raw.ask(place, commands -> commands.info("commandstats"));
                assertThat(stats).contains("cmdstat_hgetall").doesNotContain("hset", "publish", "hdel");
                assertThat(keys(place)).isEqualTo(before);
            }
        }
    }

    private static List<String> keys(RedisAddress place) {
        return Raw.ask(place, commands -> commands.keys("*").stream().sorted().toList());
    }
}
