package dev.divvy.cli.distributor;

import dev.divvy.cli.database.Database;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.util.function.Function;

/**
 * A place where a store is or shall be.
 *
 * @param shown as people call it, without secrets
 */
public record StorePlace(String shown, Function<String, Store> opening) {

    /** A store in a database. */
    public static StorePlace in(Database database) {
        return new StorePlace(database.shown(), table -> PooledStore.open(database, table));
    }

    /** The store whose table hangs under this name; it may be away as yet, and must be prepared. */
    Store open(String distribution) {
        return opening.apply(distribution);
    }

    /**
     * Makes what is missing for an opened store to be used; more than once does no harm.
     *
     * @throws StoreTroubleException when it is away, or lets nobody in
     */
    static void prepare(Store store) {
        if (store instanceof PooledStore pooled) {
            pooled.prepare();
        }
    }

    /** The store, to be asked at once. What cannot be is said in one line. */
    public Store openNow(String distribution) {
        Store store = open(distribution);
        try {
            prepare(store);
            return store;
        } catch (StoreTroubleException e) {
            store.close();
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }
}
