package dev.divvy.distributor.store;

import dev.divvy.coordination.Hold;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;

/** The stored distribution, for the instance that writes it. */
public interface DistributionStore {

    /** Reads the whole distribution atomically. */
    Distribution read();

    /**
     * Applies a change atomically: no reader sees a part of it. The change is rejected, and nothing is changed, when the stored version is
     * not the one that the change was made from, or when the holder of {@code writer} is no longer the writer.
     *
     * @return whether the change was applied
     */
    boolean replace(DistributionChange change, Hold writer);
}
