package dev.divvy.cli.outbox;

import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.DatabaseOptions;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.OutboxSettings;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select and open an outbox. */
final class OutboxOptions {

    /** Enough for a command that runs a query or two. */
    private static final int FEW_CONNECTIONS = 3;

    @Option(names = "--jdbc", required = true, paramLabel = "<url>", descriptionKey = "outbox-jdbc")
    private String url = "";

    @Mixin
    private final DatabaseOptions login = new DatabaseOptions();

    @Option(names = "--group", paramLabel = "<name>", descriptionKey = "outbox-group")
    private Optional<String> group = Optional.empty();

    @Option(names = "--table", paramLabel = "<name>", descriptionKey = "outbox-table")
    private String table = OutboxSettings.defaults().table();

    @Option(names = "--schema", paramLabel = "<name>", descriptionKey = "outbox-schema")
    private String schema = "";

    @Option(names = "--prefix", paramLabel = "<text>", descriptionKey = "outbox-prefix")
    private String prefix = OutboxSettings.defaults().tablePrefix();

    /** Connects for a few queries. */
    OutboxConnection open() {
        return open(FEW_CONNECTIONS, settings -> settings);
    }

    /** Connects to a database that exists, with at most this many connections. */
    OutboxConnection open(int connections, UnaryOperator<OutboxSettings> change) {
        return connect(database().existing(), connections, change);
    }

    /** Connects to a database whose file is created if it is missing. */
    OutboxConnection openOrCreate() {
        return connect(database(), FEW_CONNECTIONS, settings -> settings);
    }

    private OutboxConnection connect(DatabaseLogin database, int connections, UnaryOperator<OutboxSettings> change) {
        OutboxSettings settings = Failure.ifRefused(() -> {
            OutboxSettings named = OutboxSettings.defaults()
                    .withSchema(schema)
                    .withTablePrefix(prefix)
                    .withTable(table);
            return change.apply(group.map(named::withGroup).orElse(named));
        });
        return OutboxConnection.open(
                database, connections, settings, new SqlFailures(database(), Optional.of(command("schema"))));
    }

    private DatabaseLogin database() {
        return Failure.ifRefused(() -> login.at(url));
    }

    /** Returns another command on this outbox, ready to be typed. */
    String command(String name) {
        DatabaseLogin database = database();
        return "./divvy outbox " + name + " --jdbc '" + database.shown() + "'"
                + database.user().map(user -> " --jdbc-user " + user).orElse("")
                + given("--table", table, OutboxSettings.defaults().table())
                + given("--schema", schema, "")
                + given("--prefix", prefix, OutboxSettings.defaults().tablePrefix());
    }

    private static String given(String option, String value, String defaultValue) {
        return value.equals(defaultValue) ? "" : " " + option + " " + value;
    }
}
