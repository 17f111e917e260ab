package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;

/** Creates the ports of a store in this process. */
public final class MemoryStorePorts {

    private MemoryStorePorts() {}

    public static StorePorts create() {
        Board board = new MemoryBoard();
        MemoryDistributionStore sheet = new MemoryDistributionStore(board);
        return new StorePorts(new MemoryNameLists(), sheet, sheet, board, () -> {});
    }
}
