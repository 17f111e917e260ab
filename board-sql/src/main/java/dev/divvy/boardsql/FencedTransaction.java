package dev.divvy.boardsql;

import dev.divvy.coordination.Hold;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/** A transaction that commits only if all that it worked on is still held. Closing it without a commit rolls it back. */
public final class FencedTransaction implements AutoCloseable {

    private final FencedCommit commits;
    private final Connection connection;

    /** It may stand still for no longer than the settings say. Used by the thread that has the connection. */
    private boolean tight;

    FencedTransaction(FencedCommit commits, Connection connection, boolean tight) {
        this.commits = commits;
        this.connection = connection;
        this.tight = tight;
    }

    /**
     * From now on it may stand still for only as long as the settings say: before it changes rows that the next owner needs too. A commit does
     * so by itself.
     */
    public void tighten() throws SQLException {
        if (!tight) {
            commits.tighten(connection);
            tight = true;
        }
    }

    /**
     * Commits: the last thing that the transaction does.
     *
     * @throws StaleHoldException when a piece is held no longer: nothing was changed
     */
    public void commit(Collection<Hold> holds) throws SQLException {
        tighten();
        commits.commitBegun(connection, holds);
    }

    /** The connection commits by itself again, and goes back as it came. */
    @Override
    public void close() {
        commits.end(connection);
    }
}
