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

/** The contract of all boards, on one Redis. */
abstract class RedisBoardContract extends StoreFixture implements BoardContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final RedisBoardSettings SETTINGS =
            RedisBoardSettings.defaults().withTimeout(TIMEOUT);
    private static final Script FORGET = new Script("forget", "return redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])");

    private final RedisBoards local;
    private final RedisBoards remote;

    RedisBoardContract(RedisAddress address) {
        this(RedisBoards.on(address, SETTINGS), RedisBoards.on(address, SETTINGS));
    }

    private RedisBoardContract(RedisBoards local, RedisBoards remote) {
        super("test {" + UUID.randomUUID() + "}", local, remote);
        this.local = local;
        this.remote = remote;
    }

    @AfterEach
    void close() {
        try (local;
                remote) {
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
        local.client()
                .update(
                        FORGET,
                        List.of(
                                keys.board().getBytes(UTF_8),
                                keys.cards().getBytes(UTF_8),
                                keys.incarnations().getBytes(UTF_8)),
                        List.of(),
                        TIMEOUT);
        return true;
    }
}
