package dev.divvy.cli.distributor;

import dev.divvy.distributor.store.Store;
import java.util.function.Function;

/**
 * A place where a store is or shall be.
 *
 * @param shown as people call it, without secrets
 */
public record StorePlace(String shown, Function<String, Store> opening) {

    /** The store whose table hangs under this name. What cannot be is said in one line. */
    public Store open(String distribution) {
        return opening.apply(distribution);
    }
}
