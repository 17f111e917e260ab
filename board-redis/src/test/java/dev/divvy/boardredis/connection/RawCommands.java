package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.function.Function;

/** Runs any commands, for tests, on a connection of their own. */
public final class RawCommands {

    private RawCommands() {}

    public static <T> T run(RedisAddress redis, Function<RedisCommands<String, String>, T> work) {
        String address = redis.addresses().get(0);
        try (RedisClient client = RedisClient.create(RedisURI.create("redis://" + address));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return work.apply(connection.sync());
        }
    }
}
