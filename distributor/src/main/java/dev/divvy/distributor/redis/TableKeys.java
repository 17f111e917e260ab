package dev.divvy.distributor.redis;

import dev.divvy.boardredis.board.BoardKeys;
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
        BoardKeys board) {

    private static final String PREFIX = "divvy";

    static TableKeys of(String distribution) {
        return new TableKeys(
                distribution,
                BoardKeys.beside(distribution, PREFIX, "sheet"),
                BoardKeys.beside(distribution, PREFIX, "motions"),
                BoardKeys.beside(distribution, PREFIX, "acknowledgements"),
                BoardKeys.beside(distribution, PREFIX, "table"),
                BoardKeys.beside(distribution, PREFIX, "names"),
                BoardKeys.beside(distribution, PREFIX));
    }

    /** What a sheet consists of. */
    List<String> all() {
        return List.of(table, sheet, motions, acknowledgements);
    }
}
