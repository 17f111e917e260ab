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

    public static StorePorts open(RedisAddress address, String distribution, Duration timeout) {
        TableKeys keys = TableKeys.of(distribution);
        RedisScriptClient client = new RedisScriptClient(address);
        TextScriptClient scripts = new TextScriptClient(client, timeout);
        RedisDistributionStore distributionStore = new RedisDistributionStore(client, scripts, keys);
        // Two writers after a flush do no harm, because each replacement compares versions. So instances need not wait
        // after one.
        Board board = new RedisBoard(
                WriterElection.GROUP.name(),
                keys.board(),
                client,
                RedisBoardSettings.defaults().withTiming(WriterElection.TIMING).neverForgets());
        return new StorePorts(
                new RedisNameLists(client, scripts, keys.namesChannel()),
                distributionStore,
                distributionStore,
                board,
                client::close);
    }

    /**
     * Checks that a table can have this name, and returns it.
     *
     * @throws IllegalArgumentException if it cannot; the message says why
     */
    public static String checkDistribution(String distribution) {
        TableKeys.of(distribution);
        return distribution;
    }
}
