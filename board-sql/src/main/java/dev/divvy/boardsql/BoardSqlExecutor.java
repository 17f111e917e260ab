package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.support.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs the board's calls to its database, each within the timeout. One connection is kept from call to call, so that a pulse does not
 * compete with the application for its pool. A call that timed out may still be carried out later: the protocol allows for that.
 */
final class BoardSqlExecutor implements AutoCloseable {

    private static final int MAX_CONCURRENT = 8;
    private static final int MAX_QUEUED = 1000;

    private final BoardConnections connections;
    private final Duration timeout;
    private final AtomicReference<@Nullable BorrowedConnection> kept = new AtomicReference<>();
    private final AtomicLong retries = new AtomicLong();
    private final ThreadPoolExecutor workers = newPool("divvy-board-sql");

    /** Aborts the connections of calls that timed out: some drivers ask the server to do so, and that may take as long as the call. */
    private final ThreadPoolExecutor aborters = newPool("divvy-board-sql-abort");

    /** Set once, by {@link #close}. */
    private volatile boolean closed;

    BoardSqlExecutor(BoardConnections connections, Duration timeout) {
        this.connections = connections;
        this.timeout = timeout;
    }

    private static ThreadPoolExecutor newPool(String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MAX_CONCURRENT,
                MAX_CONCURRENT,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_QUEUED),
                DaemonThreads.named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    Duration timeout() {
        return timeout;
    }

    /** Returns the number of retries after deadlocks and serialization failures. */
    long retries() {
        return retries.get();
    }

    /** Runs work on a connection in auto-commit mode. */
    <T> T call(String action, SqlWork<T> work) {
        Call<T> call = new Call<>(work);
        Future<T> result;
        try {
            result = workers.submit(call::run);
        } catch (RejectedExecutionException e) {
            throw new BoardUnavailableException(
                    "could not " + action + ": " + (closed ? "the board is closed" : "too many calls are queued"), e);
        }
        try {
            return result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            result.cancel(false);
            call.abandon();
            throw new BoardUnavailableException(
                    "could not " + action + ": the database did not answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result.cancel(false);
            call.abandon();
            throw new BoardUnavailableException("could not " + action + ": interrupted", e);
        } catch (ExecutionException e) {
            throw unavailable(action, e.getCause());
        }
    }

    /** Runs work in one transaction. */
    <T> T transact(String action, SqlWork<T> work) {
        return call(action, connection -> Transactions.in(connection, work));
    }

    private static BoardUnavailableException unavailable(String action, @Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        String why = cause instanceof SQLException error && SqlErrorKind.of(error) == SqlErrorKind.MISSING_TABLE
                ? "a table of the board is missing; SqlBoards.createIfMissing() creates it (" + error.getMessage() + ")"
                : cause instanceof SQLException ? cause.getMessage() : String.valueOf(cause);
        return new BoardUnavailableException(
                "could not " + action + ": " + why, cause == null ? new Throwable() : cause);
    }

    @Override
    public void close() {
        closed = true;
        workers.shutdown();
        // The aborters stay open: a call that hangs must be aborted even now. Their threads end by themselves when
        // idle.
        releaseKept();
    }

    private void releaseKept() {
        BorrowedConnection connection = kept.getAndSet(null);
        if (connection != null) {
            connections.release(connection);
        }
    }

    /** A call in progress. */
    private final class Call<T> {

        private final SqlWork<T> work;

        /** The connection in use, so that a caller that times out can abort it. */
        private final AtomicReference<@Nullable BorrowedConnection> inUse = new AtomicReference<>();

        private volatile boolean abandoned;

        Call(SqlWork<T> work) {
            this.work = work;
        }

        T run() throws SQLException {
            return SqlRetry.within(timeout)
                    .on(SqlErrorKind.ROLLED_BACK)
                    .only(error -> !abandoned)
                    .counting(retries::incrementAndGet)
                    .call(this::attempt);
        }

        private T attempt() throws SQLException {
            BorrowedConnection connection = acquire();
            try {
                T result = work.on(connection.connection());
                release(connection);
                return result;
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) == SqlErrorKind.OTHER) {
                    discard(connection);
                } else {
                    release(connection);
                }
                throw e;
            } catch (RuntimeException | Error e) {
                discard(connection);
                throw e;
            }
        }

        private BorrowedConnection acquire() throws SQLException {
            BorrowedConnection connection = kept.getAndSet(null);
            if (connection == null) {
                connection = connections.borrow();
            }
            inUse.set(connection);
            if (abandoned) {
                release(connection);
                throw new SQLException("the caller has timed out");
            }
            try {
                connection.useAutoCommit();
            } catch (SQLException | RuntimeException | Error e) {
                discard(connection);
                throw e;
            }
            return connection;
        }

        private void release(BorrowedConnection connection) {
            if (!inUse.compareAndSet(connection, null)) {
                return; // abandon() aborts it
            }
            if (!kept.compareAndSet(null, connection)) {
                connections.release(connection);
            } else if (closed) {
                releaseKept();
            }
        }

        /** Aborts a connection that is not trusted any more: the server may be going down, or have become read-only. */
        private void discard(BorrowedConnection connection) {
            if (inUse.compareAndSet(connection, null)) {
                connection.abort();
            }
        }

        void abandon() {
            abandoned = true;
            BorrowedConnection connection = inUse.getAndSet(null);
            if (connection != null) {
                aborters.execute(connection::abort);
            }
        }
    }
}
