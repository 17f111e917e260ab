package dev.divvy.boardredis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.testkit.contract.BoardContract;
import dev.divvy.testkit.contract.StoreFixture;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** The contract of all boards on one place. */
abstract class RedisBoardContract extends StoreFixture implements BoardContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final RedisBoardSettings SETTINGS =
            RedisBoardSettings.defaults().withPatience(PATIENCE);
    private static final Script FORGET = new Script("forget", "return redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])");

    private final RedisBoards here;
    private final RedisBoards there;

    RedisBoardContract(RedisAddress place) {
        this(RedisBoards.on(place, SETTINGS), RedisBoards.on(place, SETTINGS));
    }

    private RedisBoardContract(RedisBoards here, RedisBoards there) {
        super("test {" + UUID.randomUUID() + "}", here, there);
        this.here = here;
        this.there = there;
    }

    @AfterEach
    void close() {
        try (here;
                there) {
            forget();
        }
    }

    @Override
    public boolean mayHaveForgotten() {
        return true;
    }

    @Override
    public boolean forget() {
        BoardKeys keys = BoardKeys.of(SETTINGS.prefix(), group());
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
}
