package dev.divvy.cli.distributor;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.coordination.Board;
import dev.divvy.distributor.jdbc.JdbcStore;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;

/** A store in a database, with the connections that it alone uses. */
record PooledStore(JdbcPlace place, JdbcStore store, HikariDataSource pool) implements Store {

    /**
     * Makes the tables that are missing.
     *
     * @throws StoreTroubleException when the database is away, or lets nobody in
     */
    void prepare() {
        // Asked without the pool, which would wait before it told a reason.
        place.check();
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
