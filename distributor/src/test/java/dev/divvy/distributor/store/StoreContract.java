package dev.divvy.distributor.store;

/**
 * All that a store owes, one test a duty. A store passes by a small subclass that gives the store of a test, and the same one as another
 * process would have it; the other protected methods say what differs from store to store, and all have an answer already.
 *
 * <p>What it cannot show: that nothing is asked of the server when a store is made, and what is said when the server is ill.
 */
public abstract class StoreContract extends HintDuties {}
