package dev.divvy.boardredis;

import dev.divvy.boardredis.link.RedisLink;
import dev.divvy.boardredis.link.RedisPlace;
import dev.divvy.coordination.board.Boards;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Boards in the Redis that is there already, one for each group. It need not be up yet. */
public final class RedisBoards implements Boards, AutoCloseable {

    private final RedisLink link;
    private final RedisBoardSettings settings;
    private final boolean own;
    private final Map<Keys, RedisBoard> boards = new ConcurrentHashMap<>();

    private RedisBoards(RedisLink link, RedisBoardSettings settings, boolean own) {
        this.link = Objects.requireNonNull(link, "link");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.own = own;
    }

    /** Boards over a link that others use as well; who made it closes it. */
    public RedisBoards(RedisLink link, RedisBoardSettings settings) {
        this(link, settings, false);
    }

    /** Boards with the usual settings. */
    public static RedisBoards on(RedisPlace place) {
        return on(place, RedisBoardSettings.DEFAULT);
    }

    public static RedisBoards on(RedisPlace place, RedisBoardSettings settings) {
        return new RedisBoards(new RedisLink(place), settings, true);
    }

    public RedisLink link() {
        return link;
    }

    public RedisBoardSettings settings() {
        return settings;
    }

    /** The board of a group; everyone in this process who asks for the same name gets the same one. */
    @Override
    public RedisBoard of(String group) {
        return of(group, Keys.of(settings.prefix(), group));
    }

    /** The board of a group under other keys: in the slot of somebody else's, so that one script reaches both. */
    public RedisBoard of(String group, Keys keys) {
        return boards.computeIfAbsent(keys, names -> new RedisBoard(group, names, link, settings));
    }

    /** Ends the connections, unless others use them too. Members must have left before. */
    @Override
    public void close() {
        if (own) {
            link.close();
        }
    }
}
