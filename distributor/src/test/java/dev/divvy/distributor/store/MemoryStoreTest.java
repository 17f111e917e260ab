package dev.divvy.distributor.store;

/** The contract of stores, on the store in memory. */
class MemoryStoreTest implements StoreContract {

    private final StorePorts store = MemoryStorePorts.create();
    private final TestStore opened = new TestStore(store, store);

    @Override
    public TestStore opened() {
        return opened;
    }
}
