package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.NameLists;

/**
 * The ports of one store: the lists for all, assignments for services, the distribution and the board for instances.
 *
 * @param board the board on which the instances elect the writer; {@link DistributionStore#replace} succeeds only if the writer's card is
 *     on it
 * @param closing releases the resources of the ports
 */
public record StorePorts(
        NameLists names, AssignmentReader assignments, DistributionStore distribution, Board board, Runnable closing)
        implements AutoCloseable {

    @Override
    public void close() {
        closing.run();
    }
}
