package dev.divvy.distributor.store;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.memory.MemoryBoard;

/** A store in this process, for trials and tests: it is gone with the process. */
public final class MemoryStore implements Store {

    private final Board board = new MemoryBoard();
    private final MemoryLists names = new MemoryLists();
    private final MemorySheet sheet = new MemorySheet(board);

    @Override
    public NameLists names() {
        return names;
    }

    @Override
    public Sheets sheets() {
        return sheet;
    }

    @Override
    public Postings postings() {
        return sheet;
    }

    @Override
    public Board board() {
        return board;
    }

    /** Nothing is held that would have to be given back. */
    @Override
    public void close() {}
}
