package dev.divvy.distributor;

import dev.divvy.distributor.store.StorePorts;

/** Gives tests of other packages the ports of a store. */
public final class StoreAccess {

    private StoreAccess() {}

    public static StorePorts to(Store store) {
        return store.ports();
    }
}
