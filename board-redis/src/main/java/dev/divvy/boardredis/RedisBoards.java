package dev.divvy.boardredis;

import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.boardredis.board.RedisBoard;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.board.PushingBoard;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Boards in Redis, one per group. Redis need not be up yet. */
public final class RedisBoards implements Boards, AutoCloseable {

    private final RedisScriptClient client;
    private final RedisBoardSettings settings;
    private final Map<BoardKeys, PushingBoard> boards = new ConcurrentHashMap<>();

    private RedisBoards(RedisAddress address, RedisBoardSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.client = new RedisScriptClient(Objects.requireNonNull(address, "address"));
    }

    /** Returns boards with the default settings. */
    public static RedisBoards on(RedisAddress address) {
        return on(address, RedisBoardSettings.defaults());
    }

    public static RedisBoards on(RedisAddress address, RedisBoardSettings settings) {
        return new RedisBoards(address, settings);
    }

    /** Returns the board of a group; the same object for the same name. */
    @Override
    public PushingBoard of(String group) {
        return of(group, BoardKeys.of(settings.prefix(), group));
    }

    /**
     * Returns a board whose keys are in the slot of another key; a distributor keeps its board beside its table like this.
     *
     * @throws IllegalArgumentException when no other key can be put into the slot of this one
     */
    public PushingBoard beside(String key) {
        return of(key, BoardKeys.beside(key, settings.prefix()));
    }

    private PushingBoard of(String group, BoardKeys keys) {
        return boards.computeIfAbsent(keys, names -> new RedisBoard(group, names, client, settings));
    }

    RedisScriptClient client() {
        return client;
    }

    /** Closes the connections. Members must have left before. */
    @Override
    public void close() {
        client.close();
    }
}
