package dev.divvy.cli.distributor;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.jdbc.JdbcStore;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/** A database that lists and table are kept in. */
record JdbcPlace(String url, Optional<String> user, Optional<String> password) {

    private static final int PATIENCE_MILLIS = 5_000;

    /** The rounds', the board's, the listener's, and some for those who ask over HTTP. */
    private static final int CONNECTIONS = 10;

    /** An address that there is a driver for. */
    static String checked(String url) {
        try {
            DriverManager.getDriver(url);
            return url;
        } catch (SQLException e) {
            throw new IllegalArgumentException("there is no driver for '" + shown(url)
                    + "'; write jdbc:postgresql://host/database, jdbc:mariadb://host/database or jdbc:h2:file");
        }
    }

    /** The address without what nobody else should read. */
    String shown() {
        return shown(url);
    }

    private static String shown(String url) {
        return url.replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    /** Connects, and makes the tables that are missing. */
    Store open(String distribution) {
        HikariDataSource pool = pool();
        try {
            return new PooledStore(JdbcStore.on(pool, distribution).createIfMissing(), pool);
        } catch (StoreTroubleException | IllegalArgumentException e) {
            pool.close();
            throw Failure.failed("store " + shown() + ": " + e.getMessage());
        }
    }

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        user.ifPresent(config::setUsername);
        password.ifPresent(config::setPassword);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.setPoolName("divvy");
        try {
            return new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw Failure.failed("store " + shown() + " does not let us in: "
                    + String.valueOf(why.getMessage()).lines().findFirst().orElse("")
                    + "; the user is --jdbc-user or DIVVY_JDBC_USER, the password DIVVY_JDBC_PASSWORD");
        }
    }
}
