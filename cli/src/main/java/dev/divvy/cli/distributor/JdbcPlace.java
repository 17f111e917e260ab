package dev.divvy.cli.distributor;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.jdbc.JdbcStore;
import dev.divvy.distributor.jdbc.JdbcStoreSettings;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** A database that lists and table are kept in. */
record JdbcPlace(String url, Optional<String> user, Optional<String> password) {

    private static final int PATIENCE_MILLIS = 5_000;

    /** The rounds', the board's, the listener's, and some for those who ask over HTTP. */
    private static final int CONNECTIONS = 10;

    /** How their addresses begin. */
    private static final Map<String, Product> KNOWN = Map.of(
            "jdbc:postgresql:", Product.POSTGRESQL,
            "jdbc:mariadb:", Product.MARIADB,
            "jdbc:mysql:", Product.MYSQL,
            "jdbc:h2:", Product.H2);

    /** An address that there are a driver and statements for. */
    static String checked(String url) {
        try {
            DriverManager.getDriver(url);
            if (KNOWN.keySet().stream().anyMatch(url::startsWith)) {
                return url;
            }
        } catch (SQLException e) {
            // Said below.
        }
        throw new IllegalArgumentException("there is no driver for '" + shown(url)
                + "'; write jdbc:postgresql://host/database, jdbc:mariadb://host/database or jdbc:h2:file");
    }

    /** The address without what nobody else should read. */
    String shown() {
        return shown(url);
    }

    private static String shown(String url) {
        return url.replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    /** The store, of a database that may be away as yet. */
    Store open(String distribution) {
        HikariDataSource pool = pool();
        try {
            JdbcStore store = new JdbcStore(pool, product(), distribution, JdbcStoreSettings.DEFAULT);
            return new PooledStore(this, store, pool);
        } catch (IllegalArgumentException e) {
            pool.close();
            throw Failure.failed("store " + shown() + ": " + e.getMessage());
        }
    }

    private Product product() {
        return KNOWN.entrySet().stream()
                .filter(known -> url.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Asks once whether the database is there, lets us in, and is what its address says.
     *
     * @throws StoreTroubleException when not
     */
    void check() {
        Properties who = new Properties();
        user.ifPresent(name -> who.setProperty("user", name));
        password.ifPresent(secret -> who.setProperty("password", secret));
        try (Connection connection = DriverManager.getConnection(url, who)) {
            Product there = Product.of(connection);
            if (there != product()) {
                throw new IllegalArgumentException("it is a " + there + ", and its address says " + product());
            }
        } catch (SQLException | IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new StoreTroubleException(
                    "store " + shown()
                            + (isRefusal(e)
                                    ? " does not let us in: " + why
                                            + "; the user is --jdbc-user or DIVVY_JDBC_USER, the"
                                            + " password DIVVY_JDBC_PASSWORD"
                                    : " cannot be used: " + why),
                    e);
        }
    }

    /** The class of SQL states for a wrong user or password. */
    private static boolean isRefusal(Exception e) {
        return e instanceof SQLException said
                && String.valueOf(said.getSQLState()).startsWith("28");
    }

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        user.ifPresent(config::setUsername);
        password.ifPresent(config::setPassword);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        // Whoever is away now may come.
        config.setInitializationFailTimeout(-1);
        config.setPoolName("divvy");
        return new HikariDataSource(config);
    }
}
