package dev.divvy.distributor;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.redis.RedisStorePorts;
import java.time.Duration;

/**
 * The default store: reads Redis lists, writes one Redis hash. Version, handovers, acknowledgements and the board of the instances have
 * their own keys, in the slot of the hash.
 */
public final class RedisStore extends Store {

    /** Covers the long reply of a table of 100,000 units, and a failover in progress. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private RedisStore(RedisAddress address, String distribution, Duration timeout) {
        super(RedisStorePorts.open(address, distribution, timeout));
    }

    /**
     * Checks that a table can have this name, and returns it.
     *
     * @throws IllegalArgumentException if it cannot; the message says why
     */
    public static String checkDistribution(String distribution) {
        return RedisStorePorts.checkDistribution(distribution);
    }

    /** Returns the store at a Redis, which may still be unavailable, with the table under this key. */
    public static RedisStore at(RedisAddress address, String distribution) {
        return at(address, distribution, TIMEOUT);
    }

    /** Like {@link #at(RedisAddress, String)}, with a timeout per request. */
    public static RedisStore at(RedisAddress address, String distribution, Duration timeout) {
        return new RedisStore(address, distribution, timeout);
    }
}
