package dev.divvy.cli.distributor;

import dev.divvy.boardredis.link.RedisPlace;
import dev.divvy.distributor.redis.RedisStore;
import dev.divvy.distributor.store.MemoryStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

    @Option(
            names = "--redis-pass",
            paramLabel = "<text>",
            description = {
                "Its password. Others can see it in the list of processes: better in the environment as REDIS_PASS.",
                "Default: none. REDIS_PASS."
            })
    private Optional<String> password = Optional.empty();

    @Option(
            names = "--redis-tls",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = {"Encrypt, and check the server's certificate.", "Default: false. REDIS_TLS."})
    private Optional<String> tls = Optional.empty();

    @Option(
            names = "--redis-rootca-certs",
            paramLabel = "<file>",
            description = {
                "With redis-tls: trust these certificates (PEM) only.",
                "Default: those that Java trusts. REDIS_ROOTCA_CERTS."
            })
    private Optional<String> rootCertificates = Optional.empty();

    @Option(
            names = "--jdbc-user",
            paramLabel = "<name>",
            description = {"The database user.", "Default: none. DIVVY_JDBC_USER."})
    private Optional<String> jdbcUser = Optional.empty();

    @Option(
            names = "--jdbc-password",
            paramLabel = "<text>",
            description = {
                "The database user's password; better in the environment.",
                "Default: none. DIVVY_JDBC_PASSWORD, or DIVVY_PASSWORD."
            })
    private Optional<String> jdbcPassword = Optional.empty();

    /** The place that these options, and a kind that was checked, mean. */
    public StorePlace read(String kind, Words words) {
        RedisPlace redis = redis(words);
        JdbcPlace jdbc = jdbc(kind, words);
        return switch (kind) {
            case "redis" -> new StorePlace("Redis at " + redis, table -> RedisStore.at(redis, table));
            case "memory" -> new StorePlace("the memory of this process", table -> new MemoryStore());
            default -> new StorePlace(jdbc.shown(), jdbc::open);
        };
    }

    /** A database that there is a driver for, or one of these words. */
    public static String kind(String word, String... choices) {
        return word.startsWith(JDBC) ? JdbcPlace.checked(word) : Values.oneOf(word, choices);
    }

    RedisPlace redis(Words words) {
        List<String> at = words.read(
                "redis-addrs",
                addresses,
                "127.0.0.1:6379",
                word -> RedisPlace.at(Values.list(word).toArray(String[]::new)).addresses());
        Optional<String> secret =
                words.read("redis-pass", password, word -> word).filter(word -> !word.isEmpty());
        boolean encrypted = words.read("redis-tls", tls, "false", Values::yes);
        Optional<Path> trusted = words.read("redis-rootca-certs", rootCertificates, file -> trusted(file, encrypted))
                .flatMap(file -> file);
        return new RedisPlace(at, secret, encrypted, trusted);
    }

    JdbcPlace jdbc(String url, Words words) {
        return new JdbcPlace(
                url,
                words.read("jdbc-user", jdbcUser, word -> word),
                words.read("jdbc-password", jdbcPassword, word -> word));
    }

    private static Optional<Path> trusted(String file, boolean encrypted) {
        return encrypted && !file.isEmpty() ? Optional.of(Values.certificates(file)) : Optional.empty();
    }
}
