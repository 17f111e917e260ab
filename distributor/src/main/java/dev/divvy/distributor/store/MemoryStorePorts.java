package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;

/** Creates the ports of a store in memory. */
public final class MemoryStorePorts {

    private MemoryStorePorts() {}

    public static StorePorts create() {
        Board board = new MemoryBoard();
        MemoryDistributionStore distribution = new MemoryDistributionStore(board);
        return new StorePorts(new MemoryNameLists(), distribution, distribution, board, () -> {});
    }
}
