package dev.divvy.testkit;

import dev.divvy.coordination.Board;
import dev.divvy.coordination.Boards;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.memory.MemoryBoards;
import dev.divvy.testkit.contract.BoardContract;
import java.util.Optional;

class MemoryBoardContractTest extends BoardContract {

    private final MemoryBoard board = new MemoryBoard();
    private final MemoryBoards boards = new MemoryBoards();

    @Override
    protected Board board() {
        return board;
    }

    @Override
    protected Optional<Boards> boards() {
        return Optional.of(boards);
    }
}
