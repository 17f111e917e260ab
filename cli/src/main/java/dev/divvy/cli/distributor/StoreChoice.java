package dev.divvy.cli.distributor;

import dev.divvy.boardredis.RedisPlace;
import dev.divvy.cli.database.Database;
import dev.divvy.cli.database.DatabaseOptions;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a store is come to: options that commands on one share. Which kind it is each of them asks in its own words. */
public final class StoreChoice {

    private static final String JDBC = "jdbc:";

    @Option(
            names = "--redis-addrs",
            paramLabel = "<host:port,...>",
            description = {"The Redis: one is a server, several are a cluster.", "Default: 127.0.0.1:6379. REDIS_ADDRS."
            })
    private Optional<String> addresses = Optional.empty();

    @Mixin
    private final Credentials credentials = new Credentials();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    /** The place that these options, and a kind that was checked, mean. */
    public StorePlace read(String kind, Words words) {
        RedisPlace redis = redis(words);
        return kind.equals("redis") ? StorePlace.at(redis) : StorePlace.in(jdbc(kind, words));
    }

    /** A database that there is a driver for, or one of these words. */
    public static String kind(String word, String... choices) {
        return word.startsWith(JDBC) ? Database.checked(word) : Values.oneOf(word, choices);
    }

    RedisPlace redis(Words words) {
        List<String> at = words.read(
                "redis-addrs",
                addresses,
                "127.0.0.1:6379",
                word -> RedisPlace.at(Values.list(word).toArray(String[]::new)).addresses());
        return credentials.redis(at, false, words);
    }

    Database jdbc(String url, Words words) {
        return new Database(
                url,
                words.read("jdbc-user", database.userFlag(), word -> word),
                words.read("jdbc-password", database.passwordFlag(), word -> word));
    }
}
