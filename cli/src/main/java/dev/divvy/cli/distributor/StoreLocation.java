package dev.divvy.cli.distributor;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.JdbcStore;
import dev.divvy.distributor.JdbcStoreSettings;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreAccessException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A Redis or a database with a store, which may not exist yet.
 *
 * @param shown its address, without secrets
 * @param opening opens the store of a distribution with a timeout per request, without contacting the server
 * @param check throws a {@link StoreAccessException} with the reason when the server cannot be used
 */
public record StoreLocation(String shown, BiFunction<String, Duration, Store> opening, Runnable check) {

    /** Connections for the rounds, the board and the listener. */
    private static final int CONNECTIONS = 10;

    /** The first request of a new process loads the client, which takes seconds on a busy machine. */
    private static final Duration FIRST_TIMEOUT = Duration.ofSeconds(20);

    public static StoreLocation in(DatabaseLogin database) {
        return new StoreLocation(database.shown(), (table, timeout) -> open(database, table), () -> check(database));
    }

    static StoreLocation at(RedisAddress redis) {
        return new StoreLocation(
                "Redis at " + redis, (table, timeout) -> RedisStore.at(redis, table, timeout), () -> {});
    }

    private static Store open(DatabaseLogin database, String distribution) {
        HikariDataSource pool = database.pool(CONNECTIONS);
        try {
            return new JdbcStore(
                    pool,
                    database.product(),
                    distribution,
                    JdbcStoreSettings.defaults().withOwnedSource());
        } catch (IllegalArgumentException e) {
            pool.close();
            throw Failure.failed("store " + database.shown() + ": " + e.getMessage());
        }
    }

    private static void check(DatabaseLogin database) {
        try {
            database.check();
        } catch (SQLException e) {
            throw new StoreAccessException("store: " + new SqlFailures(database, Optional.empty()).message(e), e);
        } catch (IllegalArgumentException e) {
            throw new StoreAccessException("store " + database.shown() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Creates the missing parts of an opened store.
     *
     * @throws StoreAccessException when its server is not available or refuses access
     */
    void prepare(Store store) {
        check.run();
        store.createIfMissing();
    }

    /** Opens the store for immediate use; a failure is reported in one line. */
    public Store openNow(String distribution) {
        Store store = opening.apply(distribution, FIRST_TIMEOUT);
        try {
            prepare(store);
            return store;
        } catch (StoreAccessException e) {
            store.close();
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }
}
