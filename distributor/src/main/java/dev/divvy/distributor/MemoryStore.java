package dev.divvy.distributor;

import dev.divvy.distributor.store.MemoryStorePorts;

/** A store in memory, for trials and tests. Its content ends with the process. */
public final class MemoryStore extends Store {

    public MemoryStore() {
        super(MemoryStorePorts.create());
    }
}
