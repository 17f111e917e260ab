package dev.divvy.boardsql;

import dev.divvy.coordination.member.Hold;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/** A transaction that commits only if all that it worked on is still held. Closing it without a commit rolls it back. */
public final class FencedTransaction implements AutoCloseable {

    private final FencedCommit commits;
    private final Connection connection;

    FencedTransaction(FencedCommit commits, Connection connection) {
        this.commits = commits;
        this.connection = connection;
    }

    /**
     * Commits: the last thing that the transaction does.
     *
     * @throws StaleHoldException when a piece is held no longer: nothing was changed
     */
    public void commit(Collection<Hold> holds) throws SQLException {
        commits.commitBegun(connection, holds);
    }

    /** The connection commits by itself again, and goes back as it came. */
    @Override
    public void close() {
        commits.end(connection);
    }
}
