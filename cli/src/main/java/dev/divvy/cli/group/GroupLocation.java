package dev.divvy.cli.group;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.cli.cache.NodeOptions;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.DatabaseOptions;
import dev.divvy.cli.redis.RedisOptions;
import dev.divvy.cli.redis.RedisUrl;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.StoreNames;
import dev.divvy.outbox.OutboxSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which group is asked: through one of its nodes, or on the board where its members meet. Options that several commands share. */
public final class GroupLocation {

    private static final String AT = "--at";
    private static final String JDBC = "--jdbc";
    private static final String REDIS = "--redis";

    /** Which options make sense in which places only. */
    private static final Map<String, List<String>> BELONG = new TreeMap<>(Map.ofEntries(
            Map.entry("--password", List.of(AT)),
            Map.entry("--password-file", List.of(AT)),
            Map.entry("--schema", List.of(JDBC)),
            Map.entry("--jdbc-user", List.of(JDBC)),
            Map.entry("--jdbc-password", List.of(JDBC)),
            Map.entry("--jdbc-password-file", List.of(JDBC)),
            Map.entry("--redis-password", List.of(REDIS)),
            Map.entry("--redis-password-file", List.of(REDIS)),
            Map.entry("--redis-tls", List.of(REDIS)),
            Map.entry("--redis-ca", List.of(REDIS)),
            Map.entry("--prefix", List.of(JDBC, REDIS))));

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Mixin
    private final NodeOptions at = new NodeOptions();

    @Option(names = JDBC, paramLabel = "<url>", descriptionKey = "board-jdbc")
    private Optional<String> jdbc = Optional.empty();

    @Option(names = REDIS, paramLabel = "<url>", descriptionKey = "board-redis", converter = RedisUrl.Converter.class)
    private Optional<RedisUrl> redis = Optional.empty();

    @Option(names = "--group", paramLabel = "<name>", descriptionKey = "board-group")
    private Optional<String> group = Optional.empty();

    @Mixin
    private final DatabaseOptions databaseOptions = new DatabaseOptions();

    @Mixin
    private final RedisOptions redisOptions = new RedisOptions();

    @Option(names = "--schema", paramLabel = "<name>", descriptionKey = "board-schema")
    private String schema = SqlBoardSettings.defaults().schema();

    @Option(names = "--prefix", paramLabel = "<text>", descriptionKey = "board-prefix")
    private Optional<String> prefix = Optional.empty();

    /** Opens the group that is meant, wherever it is. */
    public GroupReader open() {
        String place = place();
        checkBelonging(place);
        return switch (place) {
            case JDBC -> inDatabase(jdbc.orElseThrow());
            case REDIS -> inRedis(redis.orElseThrow());
            default -> new NodeReader(at, group);
        };
    }

    /** Looks at the group once. */
    GroupLook look() {
        try (GroupReader reader = open()) {
            return reader.look();
        }
    }

    private BoardReader inDatabase(String url) {
        DatabaseLogin database = Failure.ifRefused(() -> databaseOptions.at(url));
        SqlBoardSettings usual = SqlBoardSettings.defaults();
        SqlBoardSettings settings =
                Failure.ifRefused(() -> usual.withSchema(schema).withTablePrefix(prefix.orElse(usual.tablePrefix())));
        return BoardReader.open(
                database, settings, group.orElse(OutboxSettings.defaults().group()));
    }

    private BoardReader inRedis(RedisUrl url) {
        RedisAddress server = redisOptions.redis(spec.commandLine(), url);
        String name = group.orElse(StoreNames.DEFAULT.distribution());
        return Failure.ifRefused(() -> BoardReader.open(server, prefix.orElse("divvy"), name));
    }

    /** Returns the option that says where the group is. One on the command line wins over those that have a value by default. */
    private String place() {
        List<String> places = Stream.of(AT, JDBC, REDIS).filter(this::given).toList();
        if (places.isEmpty()) {
            places = Stream.concat(jdbc.map(url -> JDBC).stream(), redis.map(url -> REDIS).stream())
                    .toList();
        }
        if (places.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    String.join(" and ", places) + " are different places; give one of " + AT + ", " + JDBC + " and "
                            + REDIS);
        }
        return places.isEmpty() ? AT : places.get(0);
    }

    private void checkBelonging(String place) {
        BELONG.forEach((option, needs) -> {
            if (given(option) && !needs.contains(place)) {
                throw new ParameterException(
                        spec.commandLine(), option + " goes with " + String.join(" or ", needs) + " only");
            }
        });
    }

    private boolean given(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }
}
