package dev.divvy.distributor.store;

import dev.divvy.coordination.Hold;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;

/** The table and what belongs to it, for the instance that writes it. */
public interface DistributionStore {

    /** Reads all of it at one moment. */
    Distribution read();

    /**
     * Changes the sheet at one moment: no reader sees a part of it. Refused, with nothing changed, when the sheet is another than the one
     * that the change was made from, or when the holder of {@code writer} is not the writer any more.
     *
     * @return whether the sheet was changed
     */
    boolean replace(DistributionChange change, Hold writer);
}
