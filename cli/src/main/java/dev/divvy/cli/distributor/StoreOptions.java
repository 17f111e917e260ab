package dev.divvy.cli.distributor;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.DatabaseOptions;
import dev.divvy.cli.redis.RedisOptions;
import dev.divvy.cli.redis.RedisUrl;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options that select the store of a distributor: a Redis or a database. The command accepts its options with one dash too. */
@Command(preprocessor = OneOrTwoDashes.class)
public final class StoreOptions {

    private static final String REDIS = "redis";

    @Option(
            names = {"--redis", "--redis-addrs"},
            paramLabel = "<url>",
            converter = RedisUrl.Converter.class,
            descriptionKey = "store-redis")
    private RedisUrl redis = RedisUrl.of("127.0.0.1:6379");

    @Mixin
    private final RedisOptions redisOptions = new RedisOptions();

    @Option(
            names = {"--jdbc", "--store"},
            paramLabel = "<url>",
            converter = StoreName.class,
            descriptionKey = "store-jdbc")
    private String store = REDIS;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    /** Returns the store that the options of this command name. */
    public StoreLocation location(CommandLine command) {
        boolean inRedis = store.equals(REDIS);
        if (!inRedis && given(command, "--redis") && given(command, "--jdbc")) {
            throw new ParameterException(command, "--redis and --jdbc name different stores; give one of them");
        }
        return inRedis || given(command, "--redis") ? StoreLocation.at(redis(command)) : StoreLocation.in(database());
    }

    private static boolean given(CommandLine command, String option) {
        return command.getParseResult().hasMatchedOption(option);
    }

    RedisAddress redis(CommandLine command) {
        return redisOptions.redis(command, redis);
    }

    DatabaseLogin database() {
        return database.at(store);
    }

    /** Parses {@code redis}, or the URL of a database that has a driver. */
    private static final class StoreName implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return value.startsWith("jdbc:") ? DatabaseLogin.checked(value) : oneOf(value, REDIS, "jdbc:URL");
        }
    }

    static String oneOf(String value, String... choices) {
        if (!List.of(choices).contains(value)) {
            throw new TypeConversionException("'" + value + "' is not one of " + String.join(", ", choices));
        }
        return value;
    }
}
