package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.function.Function;

/** Commands of any kind, for tests, on a connection of their own. */
public final class Raw {

    private Raw() {}

    public static <T> T ask(RedisAddress place, Function<RedisCommands<String, String>, T> question) {
        String address = place.addresses().get(0);
        try (RedisClient client = RedisClient.create(RedisURI.create("redis://" + address));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }
}
