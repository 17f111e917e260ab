package dev.divvy.boardredis;

import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.boardredis.board.RedisBoard;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.board.PushingBoard;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Boards in a Redis, one per group. Redis need not be up yet. */
public final class RedisBoards implements Boards, AutoCloseable {

    private final RedisScriptClient link;
    private final RedisBoardSettings settings;
    private final Map<BoardKeys, PushingBoard> boards = new ConcurrentHashMap<>();

    private RedisBoards(RedisAddress place, RedisBoardSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.link = new RedisScriptClient(Objects.requireNonNull(place, "place"));
    }

    /** Returns boards with the default settings. */
    public static RedisBoards on(RedisAddress place) {
        return on(place, RedisBoardSettings.defaults());
    }

    public static RedisBoards on(RedisAddress place, RedisBoardSettings settings) {
        return new RedisBoards(place, settings);
    }

    /** Returns the board of a group; all callers in this process get the same one for the same name. */
    @Override
    public PushingBoard of(String group) {
        return of(group, BoardKeys.of(settings.prefix(), group));
    }

    /**
     * Returns the board that is kept in the slot of another key, as a distributor's is beside its table.
     *
     * @throws IllegalArgumentException when no other key can be in the slot of this one
     */
    public PushingBoard beside(String key) {
        return of(key, BoardKeys.beside(key, settings.prefix()));
    }

    private PushingBoard of(String group, BoardKeys keys) {
        return boards.computeIfAbsent(keys, names -> new RedisBoard(group, names, link, settings));
    }

    RedisScriptClient link() {
        return link;
    }

    /** Ends the connections. Members must have left before. */
    @Override
    public void close() {
        link.close();
    }
}
