package dev.divvy.cli.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.Retry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.api.ErrorCode;

/** A database: its JDBC URL, and the user and password that open it. */
public record DatabaseLogin(String url, Optional<String> user, Optional<String> password) {

    private static final String H2_ADDRESS = "h2.bindAddress";
    private static final Pattern LOST_RACE =
            Pattern.compile("Lock file recently modified|Another process was faster|Concurrent update");
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final Retry OPENING =
            Retry.within(Duration.ofSeconds(60), new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1)));

    /** The kinds of database, by the prefix of their URLs. */
    private static final Map<String, DatabaseKind> KINDS = Map.of(
            "jdbc:postgresql:", DatabaseKind.POSTGRESQL,
            "jdbc:mariadb:", DatabaseKind.MARIADB,
            "jdbc:mysql:", DatabaseKind.MYSQL,
            "jdbc:h2:", DatabaseKind.H2);

    public DatabaseLogin {
        checked(url);
    }

    /** Returns the URL if it has a driver and is a kind of database that Divvy knows. */
    public static String checked(String url) {
        // Read when the first class of H2 is loaded: without it AUTO_SERVER listens on every interface.
        if (System.getProperty(H2_ADDRESS) == null) {
            System.setProperty(H2_ADDRESS, "127.0.0.1");
        }
        try {
            DriverManager.getDriver(url);
            if (KINDS.keySet().stream().anyMatch(url::startsWith)) {
                return url;
            }
        } catch (SQLException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                "there is no driver for '" + shown(url)
                        + "'; write jdbc:postgresql://host/database, jdbc:mariadb://host/database (MySQL: untested) or jdbc:h2:...");
    }

    /** Returns the kind of database that the URL names. */
    public DatabaseKind product() {
        return KINDS.entrySet().stream()
                .filter(known -> url.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the URL without a password in it. */
    public String shown() {
        return shown(url);
    }

    private static String shown(String url) {
        return url.replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    /** Returns the same database, opened only if it exists: H2 then creates no file. */
    public DatabaseLogin existing() {
        boolean file = url.startsWith("jdbc:h2:") && !url.matches("jdbc:h2:(mem|tcp|ssl|zip):.*");
        return file && !url.matches("(?i).*;IFEXISTS=.*")
                ? new DatabaseLogin(url + ";IFEXISTS=TRUE", user, password)
                : this;
    }

    /**
     * Connects once, without a pool: a pool would delay the reason of a failure.
     *
     * @throws SQLException when the database cannot be reached or refuses the user
     * @throws IllegalArgumentException when it is another kind of database than its URL says
     */
    public void check() throws SQLException {
        try (Connection connection = connect()) {
            DatabaseKind actual = DatabaseKind.of(connection);
            if (actual != product()) {
                throw new IllegalArgumentException("it is a " + actual + ", but its URL says " + product());
            }
        }
    }

    private Connection connect() throws SQLException {
        Properties login = new Properties();
        user.ifPresent(name -> login.setProperty("user", name));
        password.ifPresent(secret -> login.setProperty("password", secret));
        return whenOpen(() -> DriverManager.getConnection(url, login));
    }

    /**
     * Repeats an attempt that fails because other processes are opening the same H2 file, perhaps since the one that served it has ended.
     * Nothing of such an attempt took effect.
     */
    <T> T whenOpen(Retry.Attempt<T, SQLException> attempt) throws SQLException {
        return OPENING.call(attempt, SQLException.class, this::isBeingOpened);
    }

    /**
     * Whether this process lost a race: of several processes that open one H2 file at the same moment, the first becomes its server, and
     * H2 refuses the others until that server listens. When the server ends, it refuses those that it served. A pool without a connection
     * tells the reason as a cause, or not at all.
     */
    private boolean isBeingOpened(SQLException error) {
        return url.toUpperCase(Locale.ROOT).contains(";AUTO_SERVER=TRUE")
                && (error instanceof SQLTransientConnectionException
                        || Stream.<Throwable>iterate(error, Objects::nonNull, Throwable::getCause)
                                .anyMatch(DatabaseLogin::isLostRace));
    }

    private static boolean isLostRace(Throwable error) {
        if (!(error instanceof SQLException reason)) {
            return false;
        }
        return switch (reason.getErrorCode()) {
            case ErrorCode.DATABASE_ALREADY_OPEN_1,
                    ErrorCode.DATABASE_IS_CLOSED,
                    ErrorCode.DATABASE_CALLED_AT_SHUTDOWN -> true;
            case ErrorCode.ERROR_OPENING_DATABASE_1 ->
                LOST_RACE.matcher(String.valueOf(reason.getMessage())).find();
            default -> false;
        };
    }

    /** Opens a pool of at most this many connections to a database that need not be reachable yet. */
    public HikariDataSource pool(int connections) {
        HikariConfig config = config(connections);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Opens a pool to a database that must be reachable; a failure is reported in one line. */
    public HikariDataSource connectedPool(int connections, SqlFailures failures) {
        try {
            return whenOpen(() -> openPool(connections));
        } catch (SQLException e) {
            throw failures.of(e);
        } catch (PoolInitializationException e) {
            throw Failure.failed("cannot reach " + shown() + ": " + e.getMessage());
        }
    }

    @SuppressWarnings("try") // the first connection is only kept open
    private HikariDataSource openPool(int connections) throws SQLException {
        // Kept open until the pool has a connection: an H2 file would be closed, and opened again, between the two.
        try (Connection first = connect()) {
            return new HikariDataSource(config(connections));
        } catch (PoolInitializationException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private HikariConfig config(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        user.ifPresent(config::setUsername);
        password.ifPresent(config::setPassword);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(TIMEOUT_MILLIS);
        config.setPoolName("divvy");
        return config;
    }
}
