package dev.divvy.cli.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.cli.terminal.Failure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** A database: its JDBC URL, and the user and password that open it. */
public record DatabaseLogin(String url, Optional<String> user, Optional<String> password) {

    private static final String H2_ADDRESS = "h2.bindAddress";
    private static final int PATIENCE_MILLIS = 5_000;

    /** The products, by how their URLs begin. */
    private static final Map<String, DatabaseKind> PRODUCTS = Map.of(
            "jdbc:postgresql:", DatabaseKind.POSTGRESQL,
            "jdbc:mariadb:", DatabaseKind.MARIADB,
            "jdbc:mysql:", DatabaseKind.MYSQL,
            "jdbc:h2:", DatabaseKind.H2);

    public DatabaseLogin {
        checked(url);
    }

    /** Returns the URL if there are a driver and statements for it. */
    public static String checked(String url) {
        // Read when the first class of H2 is loaded: without it AUTO_SERVER listens on every interface.
        if (System.getProperty(H2_ADDRESS) == null) {
            System.setProperty(H2_ADDRESS, "127.0.0.1");
        }
        try {
            DriverManager.getDriver(url);
            if (PRODUCTS.keySet().stream().anyMatch(url::startsWith)) {
                return url;
            }
        } catch (SQLException e) {
            // Said below.
        }
        throw new IllegalArgumentException("there is no driver for '" + shown(url)
                + "'; write jdbc:postgresql://host/database, jdbc:mariadb://host/database (MySQL too) or jdbc:h2:...");
    }

    /** Returns the product that the URL names. */
    public DatabaseKind product() {
        return PRODUCTS.entrySet().stream()
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

    /** Returns the same database, which must exist: H2 then makes no file. */
    public DatabaseLogin existing() {
        boolean file = url.startsWith("jdbc:h2:") && !url.matches("jdbc:h2:(mem|tcp|ssl|zip):.*");
        return file && !url.matches("(?i).*;IFEXISTS=.*")
                ? new DatabaseLogin(url + ";IFEXISTS=TRUE", user, password)
                : this;
    }

    /**
     * Connects once, without a pool, which would wait before it gave a reason.
     *
     * @throws SQLException when the database cannot be reached or refuses the user
     * @throws IllegalArgumentException when it is another product than its URL says
     */
    public void check() throws SQLException {
        Properties login = new Properties();
        user.ifPresent(name -> login.setProperty("user", name));
        password.ifPresent(secret -> login.setProperty("password", secret));
        try (Connection connection = DriverManager.getConnection(url, login)) {
            DatabaseKind there = DatabaseKind.of(connection);
            if (there != product()) {
                throw new IllegalArgumentException("it is a " + there + ", and its address says " + product());
            }
        }
    }

    /** Opens a pool of at most this many connections to a database that may not be reachable yet. */
    public HikariDataSource pool(int connections) {
        HikariConfig config = config(connections);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Opens a pool after one connection was made; a failure is reported in one line. */
    public HikariDataSource connectedPool(int connections, SqlFailures failures) {
        try {
            return new HikariDataSource(config(connections));
        } catch (PoolInitializationException e) {
            throw e.getCause() instanceof SQLException cause
                    ? failures.of(cause)
                    : Failure.failed("cannot reach " + shown() + ": " + e.getMessage());
        }
    }

    private HikariConfig config(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        user.ifPresent(config::setUsername);
        password.ifPresent(config::setPassword);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.setPoolName("divvy");
        return config;
    }
}
