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
 * The board's access to its database: every question is answered, or given up, within the patience. One connection is kept from question to
 * question, so that a pulse does not compete with the application for its pool. A question that was given up may still be carried out
 * late: the protocol allows for that.
 */
final class BoardDatabase implements AutoCloseable {

    private static final int MOST_AT_ONCE = 8;
    private static final int MOST_WAITING = 1000;

    private final ConnectionSource lender;
    private final Duration patience;
    private final AtomicReference<@Nullable BorrowedConnection> kept = new AtomicReference<>();
    private final AtomicLong retries = new AtomicLong();
    private final ThreadPoolExecutor crew = crew("divvy-board-sql", MOST_WAITING);

    /** Ends connections whose question was given up: some drivers ask the server to, and that may take as long as the question. */
    private final ThreadPoolExecutor enders = crew("divvy-board-sql-end", MOST_WAITING);

    /** Set once, when the access is closed. */
    private volatile boolean closed;

    BoardDatabase(ConnectionSource lender, Duration patience) {
        this.lender = lender;
        this.patience = patience;
    }

    private static ThreadPoolExecutor crew(String name, int mostWaiting) {
        ThreadPoolExecutor crew = new ThreadPoolExecutor(
                MOST_AT_ONCE,
                MOST_AT_ONCE,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(mostWaiting),
                DaemonThreads.named(name));
        crew.allowCoreThreadTimeOut(true);
        return crew;
    }

    Duration patience() {
        return patience;
    }

    /** How often the database asked for something to be begun anew. */
    long retries() {
        return retries.get();
    }

    /** Asks with statements that each commit by themselves. */
    <T> T ask(String what, SqlWork<T> work) {
        Errand<T> errand = new Errand<>(work);
        Future<T> answer;
        try {
            answer = crew.submit(errand::run);
        } catch (RejectedExecutionException e) {
            throw new BoardUnavailableException(
                    "could not " + what + ": " + (closed ? "the board is closed" : "too many questions wait"), e);
        }
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(false);
            errand.abandon();
            throw new BoardUnavailableException(
                    "could not " + what + ": the database did not answer within " + patience.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.cancel(false);
            errand.abandon();
            throw new BoardUnavailableException("could not " + what + ": interrupted", e);
        } catch (ExecutionException e) {
            throw unavailable(what, e.getCause());
        }
    }

    /** Asks in one transaction. */
    <T> T transact(String what, SqlWork<T> work) {
        return ask(what, connection -> Transactions.in(connection, work));
    }

    private static BoardUnavailableException unavailable(String what, @Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        String why = cause instanceof SQLException error && SqlErrorKind.of(error) == SqlErrorKind.MISSING_TABLE
                ? "a table of the board is missing; SqlBoards.createIfMissing() makes it (" + error.getMessage() + ")"
                : cause instanceof SQLException ? cause.getMessage() : String.valueOf(cause);
        return new BoardUnavailableException("could not " + what + ": " + why, cause == null ? new Throwable() : cause);
    }

    @Override
    public void close() {
        closed = true;
        crew.shutdown();
        // What hangs must be ended even now, so the enders take what comes; their threads go by themselves.
        giveBackKept();
    }

    private void giveBackKept() {
        BorrowedConnection connection = kept.getAndSet(null);
        if (connection != null) {
            lender.giveBack(connection);
        }
    }

    /** One question under way. */
    private final class Errand<T> {

        private final SqlWork<T> work;

        /** The connection in use, so that whoever gives up can end it. */
        private final AtomicReference<@Nullable BorrowedConnection> inUse = new AtomicReference<>();

        private volatile boolean abandoned;

        Errand(SqlWork<T> work) {
            this.work = work;
        }

        T run() throws SQLException {
            return SqlRetry.within(patience)
                    .on(SqlErrorKind.ROLLED_BACK)
                    .only(error -> !abandoned)
                    .counting(retries::incrementAndGet)
                    .call(this::once);
        }

        private T once() throws SQLException {
            BorrowedConnection connection = take();
            try {
                T answer = work.on(connection.connection());
                give(connection);
                return answer;
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) == SqlErrorKind.OTHER) {
                    drop(connection);
                } else {
                    give(connection);
                }
                throw e;
            } catch (RuntimeException | Error e) {
                drop(connection);
                throw e;
            }
        }

        private BorrowedConnection take() throws SQLException {
            BorrowedConnection connection = kept.getAndSet(null);
            if (connection == null) {
                connection = lender.lend();
            }
            inUse.set(connection);
            if (abandoned) {
                give(connection);
                throw new SQLException("given up");
            }
            try {
                connection.commitByItself();
            } catch (SQLException | RuntimeException | Error e) {
                drop(connection);
                throw e;
            }
            return connection;
        }

        private void give(BorrowedConnection connection) {
            if (!inUse.compareAndSet(connection, null)) {
                return; // whoever gave up ends it
            }
            if (!kept.compareAndSet(null, connection)) {
                lender.giveBack(connection);
            } else if (closed) {
                giveBackKept();
            }
        }

        /** It is not trusted any more: the server may be going down, or have become read-only. */
        private void drop(BorrowedConnection connection) {
            if (inUse.compareAndSet(connection, null)) {
                connection.abort();
            }
        }

        void abandon() {
            abandoned = true;
            BorrowedConnection connection = inUse.getAndSet(null);
            if (connection != null) {
                enders.execute(connection::abort);
            }
        }
    }
}
