package dev.divvy.boardsql;

import dev.divvy.allocation.Incarnation;
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
 * Commits what a member did with its pieces, if it may still do so. The transaction locks its member's fence row shared, as its last lock;
 * whoever lets the pieces pass to another needs that row for itself. So either the commit comes first and the next owner sees it, or it is
 * refused.
 *
 * <p>Databases let readers of a row pass a waiting writer. Under load an acknowledgement would wait long, so in this process completions
 * queue behind it.
 */
final class FencedCommit {

    private static final Logger LOG = LoggerFactory.getLogger(FencedCommit.class);

    private final String group;
    private final BoardStatements sql;
    private final Dialect dialect;
    private final Duration idle;
    private final ReentrantReadWriteLock order = new ReentrantReadWriteLock(true);

    FencedCommit(String group, BoardStatements sql, Dialect dialect, Duration idle) {
        this.group = group;
        this.sql = sql;
        this.dialect = dialect;
        this.idle = idle;
    }

    /** A question that only waits for completions of this process which have begun already. */
    interface Exclusive {
        void run() throws SQLException;
    }

    /**
     * Runs this when the completions that have begun are over, or when that has taken too long: the turn is for fairness alone, and the lock of
     * the row decides. One commit that hangs must not keep its member from acknowledging for ever.
     */
    void whileNobodyCompletes(Duration atMost, Exclusive work) throws SQLException {
        boolean mine = awaitTurn(atMost);
        try {
            work.run();
        } finally {
            if (mine) {
                order.writeLock().unlock();
            }
        }
    }

    private boolean awaitTurn(Duration atMost) {
        try {
            return order.writeLock().tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    FencedTransaction begin(Connection connection) throws SQLException {
        return begin(connection, idle);
    }

    FencedTransaction begin(Connection connection, Duration atMost) throws SQLException {
        Transactions.begin(connection);
        try {
            dialect.limitTransaction(connection, atMost);
        } catch (SQLException | RuntimeException | Error e) {
            end(connection);
            throw e;
        }
        return new FencedTransaction(this, connection, atMost.compareTo(idle) <= 0);
    }

    void tighten(Connection connection) throws SQLException {
        dialect.tightenIdle(connection, idle);
    }

    void end(Connection connection) {
        Transactions.end(connection);
        unlimit(connection);
    }

    /** Commits a transaction that stands still for no longer than {@code idle}. */
    void commitBegun(Connection connection, Collection<Hold> holds) throws SQLException {
        check(connection, holds);
        order.readLock().lock();
        try {
            prove(connection, holds);
            connection.commit();
        } catch (SQLException | RuntimeException | Error e) {
            Transactions.rollback(connection, e);
            throw e;
        } finally {
            order.readLock().unlock();
        }
    }

    /** Commits a transaction that the application began. */
    void commit(Connection connection, Collection<Hold> holds) throws SQLException {
        check(connection, holds);
        dialect.limitIdle(connection, idle);
        try {
            commitBegun(connection, holds);
        } finally {
            unlimit(connection);
        }
    }

    private static void check(Connection connection, Collection<Hold> holds) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the connection commits by itself: there is nothing to be fenced");
        }
        if (holds.isEmpty()) {
            throw new IllegalArgumentException("a fenced commit needs at least one hold");
        }
    }

    /** Whatever happens here, the transaction was committed, or was not, before. */
    private void unlimit(Connection connection) {
        try {
            dialect.unlimitIdle(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection broke after its fenced transaction had ended: {}", e.toString());
        }
    }

    private void prove(Connection connection, Collection<Hold> holds) throws SQLException {
        Hold first = holds.iterator().next();
        Incarnation life = first.life();
        try (PreparedStatement query = connection.prepareStatement(sql.proof)) {
            int next = 1;
            query.setString(next++, group);
            query.setString(next++, group);
            query.setString(next, life.member());
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next() || !rows.getBoolean(2) || rows.getLong(1) != life.number()) {
                    throw new StaleHoldException(first, "its member " + life + " was taken off the board");
                }
                String lineage = Objects.requireNonNullElse(rows.getString(3), "none");
                for (Hold hold : holds) {
                    check(hold, life, lineage);
                }
            }
        }
    }

    /** After the lock: from here on nobody lets the piece pass on before the commit. */
    private static void check(Hold hold, Incarnation life, String lineage) {
        if (!hold.life().equals(life)) {
            throw new StaleHoldException(hold, "it is of " + hold.life() + ", the transaction of " + life);
        }
        if (!hold.fence().lineage().equals(lineage)) {
            throw new StaleHoldException(hold, "the board is of the lineage " + lineage + " now");
        }
        if (hold.released()) {
            throw new StaleHoldException(hold, "it was let go of");
        }
    }
}
