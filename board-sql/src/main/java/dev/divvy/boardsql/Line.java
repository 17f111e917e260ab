package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.boardsql.jdbc.Trouble;
import dev.divvy.boardsql.jdbc.Work;
import dev.divvy.coordination.BoardUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The board's way to the database: every question is answered, or given up, within the patience. One connection is kept from question to
 * question, so that a pulse does not compete with the application for its pool. A question that was given up may still be carried out
 * late: the protocol allows for that.
 */
final class Line implements AutoCloseable {

    private static final int MOST_AT_ONCE = 8;
    private static final int MOST_WAITING = 1000;

    private final DataSource source;
    private final Duration patience;
    private final AtomicReference<@Nullable Connection> kept = new AtomicReference<>();
    private final ThreadPoolExecutor crew;

    /** Set once, when the line is closed. */
    private volatile boolean closed;

    Line(DataSource source, Duration patience) {
        this.source = source;
        this.patience = patience;
        this.crew = new ThreadPoolExecutor(
                MOST_AT_ONCE, MOST_AT_ONCE, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "divvy-board-sql");
                    thread.setDaemon(true);
                    return thread;
                });
        crew.allowCoreThreadTimeOut(true);
    }

    Duration patience() {
        return patience;
    }

    /** Asks with statements that each commit by themselves. */
    <T> T ask(String what, Work<T> work) {
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
            errand.abandon();
            throw new BoardUnavailableException("could not " + what + ": interrupted", e);
        } catch (ExecutionException e) {
            throw unavailable(what, e.getCause());
        }
    }

    /** Asks in one transaction. */
    <T> T transact(String what, Work<T> work) {
        return ask(what, connection -> Transactions.in(connection, work));
    }

    private static RuntimeException unavailable(String what, @Nullable Throwable cause) {
        if (cause instanceof SQLException error) {
            return switch (Trouble.of(error)) {
                case BUSY -> new BusyException(error);
                case NO_TABLE ->
                    new BoardUnavailableException(
                            "could not " + what
                                    + ": a table of the board is missing; SqlBoards.createIfMissing() makes it ("
                                    + error.getMessage() + ")",
                            error);
                default -> new BoardUnavailableException("could not " + what + ": " + error.getMessage(), error);
            };
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new BoardUnavailableException(
                "could not " + what + ": " + cause, cause == null ? new Throwable() : cause);
    }

    @Override
    public void close() {
        closed = true;
        crew.shutdown();
        Connection connection = kept.getAndSet(null);
        if (connection != null) {
            discard(connection);
        }
    }

    private static void discard(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It was given up because it is broken, or because nobody needs it.
        }
    }

    /** A lock was not to be had. */
    static final class BusyException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BusyException(SQLException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** One question under way. */
    private final class Errand<T> {

        private final Work<T> work;
        private final long deadline = System.nanoTime() + patience.toNanos();

        /** The connection in use, so that whoever gives up can end it. */
        private final AtomicReference<@Nullable Connection> inUse = new AtomicReference<>();

        private volatile boolean abandoned;

        Errand(Work<T> work) {
            this.work = work;
        }

        T run() throws SQLException {
            for (int attempt = 0; ; attempt++) {
                Connection connection = take();
                try {
                    T answer = work.on(connection);
                    give(connection);
                    return answer;
                } catch (SQLException e) {
                    Trouble trouble = Trouble.of(e);
                    if (trouble == Trouble.OTHER) {
                        drop(connection);
                    } else {
                        give(connection);
                    }
                    if (trouble != Trouble.AGAIN || abandoned || System.nanoTime() - deadline >= 0) {
                        throw e;
                    }
                    Transactions.waitBefore(attempt);
                } catch (RuntimeException | Error e) {
                    drop(connection);
                    throw e;
                }
            }
        }

        private Connection take() throws SQLException {
            Connection connection = kept.getAndSet(null);
            if (connection == null) {
                connection = source.getConnection();
                if (!connection.getAutoCommit()) {
                    connection.setAutoCommit(true);
                }
            }
            inUse.set(connection);
            if (abandoned) {
                drop(connection);
                throw new SQLException("given up");
            }
            return connection;
        }

        private void give(Connection connection) {
            if (inUse.compareAndSet(connection, null)) {
                if (closed || !kept.compareAndSet(null, connection)) {
                    discard(connection);
                }
            } else {
                discard(connection);
            }
        }

        private void drop(Connection connection) {
            inUse.set(null);
            discard(connection);
        }

        void abandon() {
            abandoned = true;
            Connection connection = inUse.getAndSet(null);
            if (connection != null) {
                try {
                    connection.abort(Runnable::run);
                } catch (SQLException e) {
                    // Its thread finds out by itself when the database answers.
                }
            }
        }
    }
}
