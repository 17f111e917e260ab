package dev.divvy.cli.group;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.cli.cache.NodeOptions;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.DatabaseOptions;
import dev.divvy.cli.redis.RedisOptions;
import dev.divvy.cli.redis.RedisUrl;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.outbox.OutboxSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which group is asked: through one of its nodes, or on the board where its members meet. Options that several commands share. */
final class GroupLocation {

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

    /** What the group answers: its node to these words, or whoever looks at its board. */
    List<String> ask(Function<GroupStatus, List<String>> lines, String... words) {
        return board().map(sight -> {
                    try (sight) {
                        return told(lines, StatusBuilder.looked(name(), sight.look()));
                    }
                })
                .orElseGet(() -> node(words));
    }

    private static List<String> told(Function<GroupStatus, List<String>> lines, GroupStatus status) {
        try {
            return lines.apply(status);
        } catch (IllegalArgumentException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }

    /** A node is of one group; another one than was meant does not answer for it. */
    List<String> node(String... words) {
        group.ifPresent(meant -> {
            String told = at.lines("DIVVY.STATUS").get(0);
            if (!told.startsWith("group " + meant + ", ")) {
                throw Failure.failed("the node is not of group '" + meant + "': it answered: " + told);
            }
        });
        return at.lines(words);
    }

    /** The board that is to be looked at; empty when a node is to be asked. */
    Optional<BoardReader> board() {
        check();
        if (jdbc.isPresent()) {
            DatabaseLogin database = Failure.ifRefused(() -> databaseOptions.at(jdbc.get()));
            SqlBoardSettings usual = SqlBoardSettings.defaults();
            SqlBoardSettings settings = Failure.ifRefused(
                    () -> usual.withSchema(schema).withTablePrefix(prefix.orElse(usual.tablePrefix())));
            return Optional.of(BoardReader.open(database, settings, name()));
        }
        if (redis.isPresent()) {
            RedisAddress server = redisOptions.redis(spec.commandLine(), redis.get());
            return Optional.of(Failure.ifRefused(() -> BoardReader.open(server, prefix.orElse("divvy"), name())));
        }
        return Optional.empty();
    }

    /** The group that was asked for, on a board. */
    String name() {
        return group.orElse(jdbc.isPresent() ? OutboxSettings.defaults().group() : Namespaces.DEFAULT.distribution());
    }

    private void check() {
        List<String> places = List.of(AT, JDBC, REDIS).stream()
                .filter(option -> given(option))
                .toList();
        if (places.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    String.join(" and ", places) + " are different places; give one of " + AT + ", " + JDBC + " and "
                            + REDIS);
        }
        String place = places.isEmpty() ? AT : places.get(0);
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
