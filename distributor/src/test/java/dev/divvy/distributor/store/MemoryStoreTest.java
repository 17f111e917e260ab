package dev.divvy.distributor.store;

/** The store in memory keeps the contract. */
class MemoryStoreTest implements StoreContract {

    private final StorePorts store = MemoryStorePorts.create();
    private final TestStore opened = new TestStore(store, store);

    @Override
    public TestStore opened() {
        return opened;
    }
}
