package dev.divvy.boardredis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.boardredis.connection.RawCommands;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** While nothing changes, a pulse is one script and one INFO for the replicas, on one connection. */
@NeedsRedis
class IdleCostTest {

    private static final int PULSES = 10;

    @Test
    void aPulseIsOneScript() {
        try (RedisServer server = RedisServer.start()) {
            RedisAddress address = RedisAddress.at(server.host() + ":" + server.port());
            try (RedisBoards boards =
                    RedisBoards.on(address, RedisBoardSettings.defaults().withTimeout(Duration.ofSeconds(20)))) {
                PushingBoard board = boards.of("idle");
                Card card =
                        new Card(new Member(new Incarnation("a", 1), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");
                assertThat(board.join(card)).isInstanceOf(Admission.Admitted.class);
                board.pulse(card.withBeat(1), Optional.empty());
                RawCommands.run(address, commands -> commands.configResetstat());
                for (int beat = 2; beat < 2 + PULSES; beat++) {
                    assertThat(board.pulse(card.withBeat(beat), Optional.empty()))
                            .isPresent();
                }
                String stats = RawCommands.run(address, commands -> commands.info("commandstats"));
                assertThat(calls(stats, "evalsha")).isEqualTo(PULSES);
                assertThat(calls(stats, "eval")).isZero();
                assertThat(calls(stats, "hset")).isEqualTo(PULSES);
                assertThat(calls(stats, "publish")).isZero();
                assertThat(calls(stats, "wait")).as("a server without replicas").isZero();
                // One in the script, for the run id of the server, and one beside it, for the replicas.
                assertThat(calls(stats, "info")).isEqualTo(2L * PULSES);
            }
        }
    }

    private static long calls(String stats, String command) {
        Matcher line = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)").matcher(stats);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
}
