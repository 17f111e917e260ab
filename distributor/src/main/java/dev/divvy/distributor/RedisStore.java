package dev.divvy.distributor;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.redis.RedisStorePorts;
import java.time.Duration;

/**
 * The default store: Redis Lists in, one Redis Hash out. Epoch, motions, acknowledgements and the board of the instances are kept under
 * keys of their own, in the slot of the hash.
 */
public final class RedisStore extends Store {

    /** Time for one request: a table of 100,000 units is a long reply, and a failover may be in progress. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private RedisStore(RedisAddress place, String distribution, Duration patience) {
        super(RedisStorePorts.open(place, distribution, patience));
    }

    /**
     * Refuses a name that no table can have.
     *
     * @throws IllegalArgumentException that says why
     */
    public static String checkDistribution(String distribution) {
        return RedisStorePorts.checkDistribution(distribution);
    }

    /** Returns the store at a Redis, which may be unavailable as yet; the table is under this key. */
    public static RedisStore at(RedisAddress place, String distribution) {
        return at(place, distribution, PATIENCE);
    }

    /** As {@link #at(RedisPlace, String)}, with a limit for one request. */
    public static RedisStore at(RedisAddress place, String distribution, Duration patience) {
        return new RedisStore(place, distribution, patience);
    }
}
