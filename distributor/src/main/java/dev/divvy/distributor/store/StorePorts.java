package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.NameLists;

/**
 * The ports of one store, each for those who need no other: the lists for all, assignments for services, the distribution and the board
 * for instances.
 *
 * @param board where the instances meet that want to write: the writer's card is on it when {@link DistributionStore#replace} succeeds
 * @param closing releases what the ports use
 */
public record StorePorts(
        NameLists names, AssignmentReader assignments, DistributionStore distribution, Board board, Runnable closing)
        implements AutoCloseable {

    @Override
    public void close() {
        closing.run();
    }
}
