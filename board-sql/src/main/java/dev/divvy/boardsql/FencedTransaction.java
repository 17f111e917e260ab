package dev.divvy.boardsql;

import dev.divvy.coordination.Hold;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/** A transaction that commits only if every piece that it worked on is still held. Closing it without a commit rolls it back. */
public final class FencedTransaction implements AutoCloseable {

    private final FencedCommit fencedCommit;
    private final Connection connection;

    /** Whether the limits are those of a short transaction. Used only by the thread that has the connection. */
    private boolean tight;

    FencedTransaction(FencedCommit fencedCommit, Connection connection, boolean tight) {
        this.fencedCommit = fencedCommit;
        this.connection = connection;
        this.tight = tight;
    }

    /**
     * Reduces the idle limit to that of the settings, and has a statement fail that waits longer than two seconds for a lock (not on H2 and
     * MySQL, which have their own limits). Call it before changing rows that the next owner needs too. {@link #commit} does so by itself.
     */
    public void tightenIdleLimit() throws SQLException {
        if (!tight) {
            fencedCommit.tighten(connection);
            tight = true;
        }
    }

    /**
     * Commits. This must be the last call of the transaction.
     *
     * @throws StaleHoldException when a piece is no longer held: nothing was changed
     */
    public void commit(Collection<Hold> holds) throws SQLException {
        tightenIdleLimit();
        fencedCommit.commitBegun(connection, holds);
    }

    /** Rolls back unless committed, turns auto-commit on again, and restores the idle limit of the connection. */
    @Override
    public void close() {
        fencedCommit.end(connection);
    }
}
