package dev.divvy.distributor.redis;

import dev.divvy.boardredis.board.Keys;
import java.util.List;

/**
 * Where a table and what belongs to it are kept, all in the slot of the table's own key.
 *
 * @param table the original's hash
 * @param sheet a hash: lineage and epoch of the table, and who wrote it
 * @param motions a hash: {@code service,unit} and whom that service must wait for
 * @param acknowledgements a hash: service and the epoch up to which it has let go
 * @param tableChannel where a new table is told
 * @param namesChannel where changed lists are told
 * @param board where the instances meet
 */
record TableKeys(
        String table,
        String sheet,
        String motions,
        String acknowledgements,
        String tableChannel,
        String namesChannel,
        Keys board) {

    private static final String PREFIX = "divvy";

    static TableKeys of(String distribution) {
        return new TableKeys(
                distribution,
                Keys.beside(distribution, PREFIX, "sheet"),
                Keys.beside(distribution, PREFIX, "motions"),
                Keys.beside(distribution, PREFIX, "acknowledgements"),
                Keys.beside(distribution, PREFIX, "table"),
                Keys.beside(distribution, PREFIX, "names"),
                Keys.beside(distribution, PREFIX));
    }

    /** What a sheet consists of. */
    List<String> all() {
        return List.of(table, sheet, motions, acknowledgements);
    }
}
