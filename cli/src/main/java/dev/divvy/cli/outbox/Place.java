package dev.divvy.cli.outbox;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.divvy.boardsql.jdbc.Naming;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** Where an outbox is: the options that all its commands have. */
public final class Place {

    /** For what asks a question or two. */
    static final int FEW = 3;

    private static final int PATIENCE_MILLIS = 5_000;

    @Option(
            names = "--jdbc",
            required = true,
            paramLabel = "<url>",
            description = "The database: jdbc:postgresql:..., jdbc:mariadb:... (MySQL too) or jdbc:h2:...")
    private String jdbc = "";

    @Option(names = "--user", paramLabel = "<name>", description = "The database user.")
    private Optional<String> user = Optional.empty();

    @Option(
            names = "--password",
            paramLabel = "<text>",
            description = "Its password. Others can see it in the list of processes: better in the environment as"
                    + " DIVVY_PASSWORD.")
    private Optional<String> password = Optional.empty();

    @Option(
            names = "--group",
            paramLabel = "<name>",
            description = "The group of processors. Default: outbox, or the name of another table.")
    private Optional<String> group = Optional.empty();

    @Option(names = "--table", paramLabel = "<name>", description = "The events' table. Default: divvy_outbox.")
    private String table = OutboxSettings.DEFAULT.table();

    @Option(names = "--schema", paramLabel = "<name>", description = "Its schema. Default: the connection's own.")
    private String schema = "";

    @Option(
            names = "--prefix",
            paramLabel = "<text>",
            description = "How the names of Divvy's own tables begin. Default: divvy_.")
    private String prefix = Naming.DEFAULT.prefix();

    /** Whether H2 may make a database file that is not there; every other database is there or is not. */
    private boolean making;

    /** Whether nobody works here: then the options have other names, and nobody is told how to make an outbox. */
    private boolean looking;

    /** A place that is known without options, and made if it is not there. */
    public static Place of(String jdbc, String user, String password) {
        Place place = new Place();
        place.jdbc = jdbc;
        place.user = Optional.of(user);
        place.password = Optional.of(password);
        return place.making();
    }

    /** A place that other options say, where somebody only looks: nothing is made. */
    public static Place looking(String jdbc, Optional<String> user, Optional<String> password, Naming naming) {
        Place place = new Place();
        place.jdbc = jdbc;
        place.user = user;
        place.password = password;
        place.schema = naming.schema();
        place.prefix = naming.prefix();
        place.looking = true;
        return place;
    }

    /** The same place, whose database is made if it is a file that is not there. */
    Place making() {
        making = true;
        return this;
    }

    /** Connects, for a few questions. */
    public Opened open() {
        return open(FEW, settings -> settings);
    }

    /** Connects with at most so many connections. What cannot be is said in one line. */
    public Opened open(int connections, UnaryOperator<OutboxSettings> more) {
        OutboxSettings settings = Wrong.usage(() -> {
            OutboxSettings there =
                    OutboxSettings.DEFAULT.with(new Naming(schema, prefix)).withTable(table);
            return more.apply(group.map(there::withGroup).orElse(there));
        });
        HikariDataSource pool = pool(connections);
        try {
            return new Opened(this, pool, Outbox.on(pool, settings));
        } catch (SQLException e) {
            pool.close();
            throw Wrong.of(e, this);
        } catch (IllegalArgumentException e) {
            pool.close();
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }

    private HikariDataSource pool(int connections) {
        checkDriver();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(making || !isFile() || saysIfExists() ? jdbc : jdbc + ";IFEXISTS=TRUE");
        user.ifPresent(config::setUsername);
        password.or(() -> Optional.ofNullable(System.getenv("DIVVY_PASSWORD"))).ifPresent(config::setPassword);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.setPoolName("divvy");
        try {
            return new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            throw e.getCause() instanceof SQLException cause
                    ? Wrong.of(cause, this)
                    : Failure.failed("cannot reach " + shown() + ": " + e.getMessage());
        }
    }

    private boolean isFile() {
        return jdbc.startsWith("jdbc:h2:") && !jdbc.matches("jdbc:h2:(mem|tcp|ssl|zip):.*");
    }

    private boolean saysIfExists() {
        return jdbc.matches("(?i).*;IFEXISTS=.*");
    }

    private void checkDriver() {
        try {
            DriverManager.getDriver(jdbc);
        } catch (SQLException e) {
            throw Failure.wrongUsage(
                    "there is no driver for '" + shown()
                            + "'; write jdbc:postgresql://host/database, jdbc:mariadb://host/database (MySQL too) or jdbc:h2:...");
        }
    }

    Optional<String> user() {
        return user;
    }

    boolean isLooking() {
        return looking;
    }

    /** The address without what nobody else should read. */
    String shown() {
        return jdbc.replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    /** Another command on this place, as one would type it. */
    String command(String name) {
        return "./divvy outbox " + name + " --jdbc '" + shown() + "'"
                + user.map(who -> " --user " + who).orElse("")
                + given("--table", table, OutboxSettings.DEFAULT.table())
                + given("--schema", schema, "")
                + given("--prefix", prefix, Naming.DEFAULT.prefix());
    }

    private static String given(String option, String value, String usual) {
        return value.equals(usual) ? "" : " " + option + " " + value;
    }
}
