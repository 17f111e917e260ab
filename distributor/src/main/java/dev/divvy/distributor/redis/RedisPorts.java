package dev.divvy.distributor.redis;

import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.RedisPlace;
import dev.divvy.boardredis.board.RedisBoard;
import dev.divvy.boardredis.link.RedisLink;
import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.store.Writing;
import java.time.Duration;

/** Opens the ports of a store in Redis. */
public final class RedisPorts {

    private RedisPorts() {}

    public static StorePorts open(RedisPlace place, String distribution, Duration patience) {
        TableKeys keys = TableKeys.of(distribution);
        RedisLink link = new RedisLink(place);
        Asking asking = new Asking(link, patience);
        RedisSheet sheet = new RedisSheet(link, asking, keys);
        // Two writers after a flush do no harm: every replacement compares versions. So no instance waits for them.
        Board board = new RedisBoard(
                Writing.GROUP.name(),
                keys.board(),
                link,
                RedisBoardSettings.defaults().withTiming(Writing.TIMING).neverForgets());
        return new StorePorts(new RedisNameLists(link, asking, keys.namesChannel()), sheet, sheet, board, link::close);
    }

    /**
     * Refuses a name that no table can have.
     *
     * @throws IllegalArgumentException that says why
     */
    public static String checkDistribution(String distribution) {
        TableKeys.of(distribution);
        return distribution;
    }
}
