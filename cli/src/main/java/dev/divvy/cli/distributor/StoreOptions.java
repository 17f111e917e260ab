package dev.divvy.cli.distributor;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.DatabaseOptions;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that select the store of a distributor: a Redis or a database. The command takes its options with one dash too. */
@Command(preprocessor = OneOrTwoDashes.class)
public final class StoreOptions {

    private static final String REDIS = "redis";

    @Option(names = "--store", paramLabel = "<store>", converter = StoreName.class)
    private String store = REDIS;

    @Option(names = "--redis-addrs", paramLabel = "<host:port,...>", converter = RedisAddresses.class)
    private RedisAddress redis = RedisAddress.at("127.0.0.1:6379");

    @Mixin
    private final RedisCredentials credentials = new RedisCredentials();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    /** Returns the store that the options of this command name. */
    public StoreLocation place(CommandLine command) {
        RedisAddress server = redis(command);
        return store.equals(REDIS) ? StoreLocation.at(server) : StoreLocation.in(database());
    }

    RedisAddress redis(CommandLine command) {
        return credentials.redis(command, redis.addresses(), false);
    }

    DatabaseLogin database() {
        return database.at(store);
    }

    /** {@code redis}, or the URL of a database that there is a driver for. */
    private static final class StoreName implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return value.startsWith("jdbc:") ? DatabaseLogin.checked(value) : oneOf(value, REDIS, "jdbc:URL");
        }
    }

    private static final class RedisAddresses implements ITypeConverter<RedisAddress> {
        @Override
        public RedisAddress convert(String value) {
            return RedisAddress.at(
                    new CommaSeparatedNames.Converter().convert(value).names().toArray(String[]::new));
        }
    }

    static String oneOf(String value, String... choices) {
        if (!List.of(choices).contains(value)) {
            throw new TypeConversionException("'" + value + "' is none of " + String.join(", ", choices));
        }
        return value;
    }
}
