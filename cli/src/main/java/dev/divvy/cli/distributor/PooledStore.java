package dev.divvy.cli.distributor;

import com.zaxxer.hikari.HikariDataSource;
import dev.divvy.coordination.Board;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;

/** A store in a database, with the connections that it alone uses. */
record PooledStore(Store store, HikariDataSource pool) implements Store {

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
