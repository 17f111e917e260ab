package dev.divvy.outbox;

import dev.divvy.boardsql.SqlBoards;

/** The boards of one or more outboxes, with their threads and connections. They are closed with the last of these outboxes. */
final class SharedBoards {

    private final SqlBoards boards;

    /** The number of outboxes that are not closed; guarded by this object. */
    private int outboxes = 1;

    SharedBoards(SqlBoards boards) {
        this.boards = boards;
    }

    SqlBoards boards() {
        return boards;
    }

    /** Returns these boards for one more outbox. */
    synchronized SharedBoards share() {
        if (outboxes == 0) {
            throw new IllegalStateException("the outbox is closed");
        }
        outboxes++;
        return this;
    }

    /** Called once by each outbox. */
    synchronized void release() {
        outboxes--;
        if (outboxes == 0) {
            boards.close();
        }
    }
}
