package dev.divvy.distributor.store;

/**
 * The contract of all stores. A test class implements it with the store of a test, opened twice; the other methods of
 * {@link StoreContractFixture} describe the differences between stores, and have defaults.
 *
 * <p>Not covered: that opening a store does not contact its server, and the messages of a store whose server fails.
 */
public interface StoreContract
        extends NameListContract,
                DistributionContract,
                WriterContract,
                ReaderContract,
                AssignmentContract,
                HintContract {}
