package dev.divvy.boardsql;

import dev.divvy.allocation.Incarnation;
import dev.divvy.boardsql.dialect.Dialect;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.Hold;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a transaction only if its member still holds the pieces that the transaction worked on. The transaction locks the member's fence
 * row shared, as its last lock; acknowledging and ejecting, which let the pieces pass to another member, lock that row exclusively. So
 * either the commit comes first and the next owner sees it, or it is refused.
 *
 * <p>Databases let shared locks overtake a waiting exclusive lock. Under load an acknowledgement would wait long, so within this process
 * completions queue behind it.
 */
final class FencedCommit {

    private static final Logger LOG = LoggerFactory.getLogger(FencedCommit.class);

    /** How long a statement of a short transaction waits for a lock: the others of its transaction need not wait for long. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    private final String group;
    private final BoardStatements sql;
    private final Dialect dialect;
    private final Duration idle;

    /** Shared by completions, exclusive for acknowledgements. */
    private final ReentrantReadWriteLock completions = new ReentrantReadWriteLock(true);

    FencedCommit(String group, BoardStatements sql, Dialect dialect, Duration idle) {
        this.group = group;
        this.sql = sql;
        this.dialect = dialect;
        this.idle = idle;
    }

    /** Statements on a connection. */
    interface Statements {
        void run() throws SQLException;
    }

    /**
     * Runs work after the completions that have begun, or after waiting {@code atMost} for them. This lock is only for fairness; the row
     * lock decides. A commit that hangs must not keep its member from acknowledging for ever.
     */
    void runExclusively(Duration atMost, Statements work) throws SQLException {
        boolean locked = tryLock(atMost);
        try {
            work.run();
        } finally {
            if (locked) {
                completions.writeLock().unlock();
            }
        }
    }

    private boolean tryLock(Duration atMost) {
        try {
            return completions.writeLock().tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    FencedTransaction begin(Connection connection) throws SQLException {
        return begin(connection, true, () -> dialect.limitShortTransaction(connection, idle, LOCK_WAIT));
    }

    FencedTransaction begin(Connection connection, Duration atMost) throws SQLException {
        return begin(connection, false, () -> dialect.limitTransaction(connection, atMost));
    }

    private FencedTransaction begin(Connection connection, boolean tight, Statements limit) throws SQLException {
        Transactions.begin(connection);
        try {
            limit.run();
        } catch (SQLException | RuntimeException | Error e) {
            end(connection);
            throw e;
        }
        return new FencedTransaction(this, connection, tight);
    }

    void tighten(Connection connection) throws SQLException {
        dialect.tighten(connection, idle, LOCK_WAIT);
    }

    void end(Connection connection) {
        Transactions.end(connection);
        restoreIdle(connection);
    }

    /** Commits a transaction whose idle limit is already set. */
    void commitBegun(Connection connection, Collection<Hold> holds) throws SQLException {
        check(connection, holds);
        completions.readLock().lock();
        try {
            verify(connection, holds);
            connection.commit();
        } catch (SQLException | RuntimeException | Error e) {
            Transactions.rollback(connection, e);
            throw e;
        } finally {
            completions.readLock().unlock();
        }
    }

    /** Commits a transaction that the application began. */
    void commit(Connection connection, Collection<Hold> holds) throws SQLException {
        check(connection, holds);
        dialect.limitIdle(connection, idle);
        try {
            commitBegun(connection, holds);
        } finally {
            restoreIdle(connection);
        }
    }

    private static void check(Connection connection, Collection<Hold> holds) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "the connection is in auto-commit mode, so there is no transaction to fence; call setAutoCommit(false) first");
        }
        if (holds.isEmpty()) {
            throw new IllegalArgumentException("a fenced commit needs at least one hold");
        }
    }

    /** Restores the idle limit. A failure here is only logged: the transaction has already ended. */
    private void restoreIdle(Connection connection) {
        try {
            dialect.restoreIdle(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection broke after its fenced transaction had ended: {}", e.toString());
        }
    }

    private void verify(Connection connection, Collection<Hold> holds) throws SQLException {
        Hold first = holds.iterator().next();
        Incarnation incarnation = first.incarnation();
        try (PreparedStatement query = connection.prepareStatement(sql.verifyHold)) {
            int next = 1;
            query.setString(next++, group);
            query.setString(next++, group);
            query.setString(next, incarnation.member());
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next() || !rows.getBoolean(2) || rows.getLong(1) != incarnation.number()) {
                    throw new StaleHoldException(first, "its member " + incarnation + " is no longer on the board");
                }
                String lineage = Objects.requireNonNullElse(rows.getString(3), "none");
                for (Hold hold : holds) {
                    check(hold, incarnation, lineage);
                }
            }
        }
    }

    /** Checks a hold. Called after the lock: from here on the piece cannot pass to another member before the commit. */
    private static void check(Hold hold, Incarnation incarnation, String lineage) {
        if (!hold.incarnation().equals(incarnation)) {
            throw new StaleHoldException(
                    hold, "it belongs to " + hold.incarnation() + ", the transaction to " + incarnation);
        }
        if (!hold.fence().lineage().equals(lineage)) {
            throw new StaleHoldException(hold, "the board now has the lineage " + lineage);
        }
        if (hold.released()) {
            throw new StaleHoldException(hold, "it was released");
        }
    }
}
