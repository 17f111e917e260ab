package dev.divvy.cli.distributor;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.cli.database.Database;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.jdbc.JdbcStore;
import dev.divvy.distributor.jdbc.JdbcStoreSettings;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.sql.SQLException;
import java.util.Optional;

/** A store in a database, with the connections that it alone uses. */
record PooledStore(Database database, JdbcStore store, HikariDataSource pool) implements Store {

    /** The rounds', the board's, the listener's, and some for those who ask over HTTP. */
    private static final int CONNECTIONS = 10;

    /** Opens the store of a database that may not be reachable yet. */
    static PooledStore open(Database database, String distribution) {
        HikariDataSource pool = database.pool(CONNECTIONS);
        try {
            return new PooledStore(
                    database, new JdbcStore(pool, database.product(), distribution, JdbcStoreSettings.DEFAULT), pool);
        } catch (IllegalArgumentException e) {
            pool.close();
            throw Failure.failed("store " + database.shown() + ": " + e.getMessage());
        }
    }

    /**
     * Makes the tables that are missing.
     *
     * @throws StoreTroubleException when the database is away, or lets nobody in
     */
    void prepare() {
        try {
            database.check();
        } catch (SQLException e) {
            throw new StoreTroubleException("store: " + new SqlFailures(database, Optional.empty()).message(e), e);
        } catch (IllegalArgumentException e) {
            throw new StoreTroubleException("store " + database.shown() + ": " + e.getMessage(), e);
        }
        store.createIfMissing();
    }

    @Override
    public NameLists names() {
        return store.names();
    }

    @Override
    public Sheets sheets() {
        return store.sheets();
    }

    @Override
    public Postings postings() {
        return store.postings();
    }

    @Override
    public Board board() {
        return store.board();
    }

    @Override
    public void close() {
        store.close();
        pool.close();
    }
}
