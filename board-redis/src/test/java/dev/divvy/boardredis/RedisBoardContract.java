package dev.divvy.boardredis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.divvy.boardredis.link.RedisPlace;
import dev.divvy.boardredis.link.Script;
import dev.divvy.coordination.Board;
import dev.divvy.coordination.Boards;
import dev.divvy.testkit.contract.BoardContract;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The contract of all boards on one place. */
@Timeout(300)
abstract class RedisBoardContract extends BoardContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final RedisBoardSettings SETTINGS = RedisBoardSettings.DEFAULT.withPatience(PATIENCE);
    private static final Script FORGET = new Script("forget", "return redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])");

    private final String group = "test {" + UUID.randomUUID() + "}";
    private final RedisBoards here;
    private final RedisBoards there;

    RedisBoardContract(RedisPlace place) {
        this.here = RedisBoards.on(place, SETTINGS);
        this.there = RedisBoards.on(place, SETTINGS);
    }

    @AfterEach
    void close() {
        try (here;
                there) {
            forget();
        }
    }

    @Override
    protected Board board() {
        return here.of(group);
    }

    @Override
    protected Board another() {
        return there.of(group);
    }

    @Override
    protected Duration patience() {
        return Duration.ofSeconds(90);
    }

    @Override
    protected Duration soon() {
        return Soon.LIMIT;
    }

    @Override
    protected boolean mayHaveForgotten() {
        return true;
    }

    @Override
    protected boolean forget() {
        Keys keys = here.of(group).keys();
        here.link()
                .change(
                        FORGET,
                        List.of(
                                keys.board().getBytes(UTF_8),
                                keys.cards().getBytes(UTF_8),
                                keys.lives().getBytes(UTF_8)),
                        List.of(),
                        PATIENCE);
        return true;
    }

    @Override
    protected Optional<Boards> boards() {
        return Optional.of(name -> here.of(name + "-" + group));
    }
}
