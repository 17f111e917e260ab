package dev.divvy.distributor;

import dev.divvy.distributor.store.MemoryStorePorts;

/** A store in this process, for trials and tests: it is gone with the process. */
public final class MemoryStore extends Store {

    public MemoryStore() {
        super(MemoryStorePorts.create());
    }
}
