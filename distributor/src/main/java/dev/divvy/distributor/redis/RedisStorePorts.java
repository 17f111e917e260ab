package dev.divvy.distributor.redis;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.RedisBoardSettings;
import dev.divvy.boardredis.board.RedisBoard;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.store.WriterElection;
import java.time.Duration;

/** Opens the ports of a store in Redis. */
public final class RedisStorePorts {

    private RedisStorePorts() {}

    public static StorePorts open(RedisAddress place, String distribution, Duration patience) {
        TableKeys keys = TableKeys.of(distribution);
        RedisScriptClient link = new RedisScriptClient(place);
        TextScripts asking = new TextScripts(link, patience);
        RedisDistributionStore sheet = new RedisDistributionStore(link, asking, keys);
        // Two writers after a flush do no harm: every replacement compares versions. So no instance waits for them.
        Board board = new RedisBoard(
                WriterElection.GROUP.name(),
                keys.board(),
                link,
                RedisBoardSettings.defaults().withTiming(WriterElection.TIMING).neverForgets());
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
