package dev.divvy.distributor.store;

import dev.divvy.coordination.Hold;
import dev.divvy.distributor.table.Change;
import dev.divvy.distributor.table.Sheet;

/** The sheet as its writer sees it. */
public interface Sheets {

    /** All of it, at one moment. */
    Sheet read();

    /**
     * Changes the sheet at one moment: no reader sees a part of it. Refused, with nothing changed, when the sheet is another than the one
     * that the change was made from, or when who holds this is not the writer any more.
     *
     * @return whether it hangs there now
     */
    boolean replace(Change change, Hold writer);
}
