package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;

/** Creates the ports of a store in this process. */
public final class MemoryPorts {

    private MemoryPorts() {}

    public static StorePorts create() {
        Board board = new MemoryBoard();
        MemorySheet sheet = new MemorySheet(board);
        return new StorePorts(new MemoryLists(), sheet, sheet, board, () -> {});
    }
}
