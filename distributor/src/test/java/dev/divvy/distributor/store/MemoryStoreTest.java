package dev.divvy.distributor.store;

/** The store in memory keeps the contract. */
class MemoryStoreTest extends StoreContract {

    private final Store store = new MemoryStore();

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Store another() {
        return store;
    }
}
