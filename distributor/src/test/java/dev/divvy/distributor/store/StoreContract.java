package dev.divvy.distributor.store;

/**
 * All duties of a store, one test per duty. A test class implements it with the store of a test, opened twice; the other methods of
 * {@link StoreSetting} say what differs from store to store, and have defaults.
 *
 * <p>Not covered: that opening a store does not contact its server, and the messages of a store whose server fails.
 */
public interface StoreContract extends ListDuties, SheetDuties, WriterDuties, ReaderDuties, PostingDuties, HintDuties {}
