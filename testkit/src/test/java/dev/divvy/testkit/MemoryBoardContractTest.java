package dev.divvy.testkit;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.testkit.contract.BoardContract;
import java.util.Optional;

class MemoryBoardContractTest implements BoardContract {

    private final MemoryBoard board = new MemoryBoard();
    private final Boards boards = MemoryBoard.perGroup();

    @Override
    public Board board() {
        return board;
    }

    @Override
    public Optional<Boards> boards() {
        return Optional.of(boards);
    }
}
