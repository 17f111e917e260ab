package dev.divvy.distributor.redis;

import dev.divvy.boardredis.board.BoardKeys;
import java.util.List;

/**
 * The keys and channels of a table, all in the slot of the table's own key.
 *
 * @param table a hash: the units by service
 * @param distribution a hash: lineage and epoch of the table, and the instance that wrote it
 * @param handovers a hash: the services that must release a unit, by {@code service,unit}, where service is the new owner
 * @param acknowledgements a hash: by service, the epoch up to which it has released all units that it lost
 * @param tableChannel the channel for changes of the table
 * @param namesChannel the channel for changes of the lists
 * @param board the board on which the instances elect the writer
 */
record TableKeys(
        String table,
        String distribution,
        String handovers,
        String acknowledgements,
        String tableChannel,
        String namesChannel,
        BoardKeys board) {

    private static final String PREFIX = "divvy";

    static TableKeys of(String table) {
        return new TableKeys(
                table,
                BoardKeys.beside(table, PREFIX, "distribution"),
                BoardKeys.beside(table, PREFIX, "handovers"),
                BoardKeys.beside(table, PREFIX, "acknowledgements"),
                BoardKeys.beside(table, PREFIX, "table"),
                BoardKeys.beside(table, PREFIX, "names"),
                BoardKeys.beside(table, PREFIX));
    }

    /** Returns the keys of all parts of a distribution. */
    List<String> all() {
        return List.of(table, distribution, handovers, acknowledgements);
    }
}
