package dev.divvy.outbox.handling;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.support.Retry;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.ProcessorCounters;
import dev.divvy.outbox.table.EventRow;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the outcomes of events, in one short transaction under the fence. */
final class CompletionWriter {

    private static final int MAX_ATTEMPTS = 12;
    private static final int VALIDATION_SECONDS = 2;
    private static final int MAX_CAUSE_DEPTH = 10;
    private static final Duration SPARE_TIME = Duration.ofSeconds(10);

    private final ProcessorContext context;
    private final SqlBoard board;
    private final EventTable table;
    private final ProcessorSettings settings;
    private final ProcessorCounters counters;

    CompletionWriter(ProcessorContext context, SqlBoard board) {
        this.context = context;
        this.board = board;
        this.table = context.table();
        this.settings = context.settings();
        this.counters = context.counters();
    }

    /** Handles events on the connection whose transaction completes them. */
    interface Inside {
        void handle(Connection connection) throws Exception;
    }

    /** Completes events that were handled, and records attempts that failed. */
    void complete(List<EventRow> done, List<FailedAttempt> failures, Collection<Hold> holds) throws SQLException {
        try {
            SqlRetry.times(MAX_ATTEMPTS)
                    .only(this::mayRetry)
                    .call(() -> context.onConnection(connection -> {
                        try (FencedTransaction transaction = board.begin(connection)) {
                            boolean all = write(connection, done, failures);
                            transaction.commit(holds);
                            return all;
                        }
                    }));
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    /**
     * Completes events that are handled in the completing transaction itself. If one of them is no longer pending, everything is rolled back.
     * When the database requests it, the whole transaction is retried; no event counts as failed then, however often that happens. After too
     * many attempts the events are read again.
     */
    void completeInside(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        try {
            Retry.times(MAX_ATTEMPTS, SqlRetry.BACKOFF)
                    .call(() -> completeInsideOnce(handler, done, holds), Exception.class, this::mayRetryInside);
        } catch (SQLException | HandlerInvoker.HandlerFailedException e) {
            SQLException sqlError = sqlErrorIn(e);
            if (sqlError != null && mayRetry(sqlError)) {
                throw new DatabaseUnavailableException(sqlError);
            }
            throw e;
        }
    }

    private boolean mayRetryInside(Exception error) {
        SQLException sqlError = error instanceof SQLException || error instanceof HandlerInvoker.HandlerFailedException
                ? sqlErrorIn(error)
                : null;
        return sqlError != null && mayRetry(sqlError);
    }

    /** Returns the SQL error in a chain of causes; null when there is none. */
    static @Nullable SQLException sqlErrorIn(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_CAUSE_DEPTH; depth++) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private boolean completeInsideOnce(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        // A handler may compute for a long time between its statements; the watchdog interrupts it before the server
        // ends
        // its transaction.
        Duration idleLimit = settings.handlerTimeout().plus(SPARE_TIME);
        try (BorrowedConnection borrowed = borrow()) {
            Connection connection = borrowed.connection();
            try (FencedTransaction transaction = board.begin(connection, idleLimit)) {
                handler.handle(connection);
                if (connection.isClosed() || connection.getAutoCommit()) {
                    throw new IllegalStateException("the handler ended the transaction that completes its events");
                }
                // From here on, rows are locked that the next owner needs: a process that is paused must not keep them
                // for as long as a handler may compute.
                transaction.tightenIdleLimit();
                if (!write(connection, done, List.of())) {
                    throw new EventGoneException();
                }
                transaction.commit(holds);
                return true;
            } catch (DatabaseUnavailableException e) {
                borrowed.abort();
                throw e;
            } catch (SQLException e) {
                if (isAlive(connection)) {
                    throw e;
                }
                borrowed.abort();
                throw new DatabaseUnavailableException(e);
            }
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    private BorrowedConnection borrow() throws DatabaseUnavailableException {
        try {
            return context.borrow(settings.handlerTimeout().plus(ProcessorContext.REPLY_TIMEOUT));
        } catch (SQLException e) {
            throw new DatabaseUnavailableException(e);
        }
    }

    private static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The database is not available, the connection is lost, or the database requested too many retries. No event counts as failed. */
    static final class DatabaseUnavailableException extends Exception {

        private static final long serialVersionUID = 1L;

        private final SQLException error;

        DatabaseUnavailableException(SQLException error) {
            super(error.getMessage(), error);
            this.error = error;
        }

        SQLException error() {
            return error;
        }
    }

    /** An event was completed or discarded by another process. */
    static final class EventGoneException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EventGoneException() {
            super("an event is no longer pending: it was discarded, or another processor works on the same pieces");
        }
    }

    /** Writes the outcomes; returns whether all completed events were still pending. */
    private boolean write(Connection connection, List<EventRow> done, List<FailedAttempt> failures)
            throws SQLException {
        // Sorted, so that all transactions lock rows in the same order and cannot deadlock.
        List<Long> ids = done.stream().map(EventRow::id).sorted().toList();
        int completed = table.complete(connection, ids, settings.keepDone().isPresent());
        for (FailedAttempt failure : failures) {
            if (failure.isLast(settings)) {
                table.abort(connection, failure.row().id(), failure.attempts(), failure.text());
            } else {
                table.fail(connection, failure.row().id(), failure.attempts(), failure.text(), failure.delay(settings));
            }
        }
        return completed == ids.size();
    }

    /** Returns whether the database requests a retry, and counts it. */
    private boolean mayRetry(SQLException error) {
        boolean retry =
                SqlErrorKind.of(error) == SqlErrorKind.ROLLED_BACK || SqlErrorKind.of(error) == SqlErrorKind.LOCKED;
        if (retry) {
            counters.retriedOnce();
        }
        return retry;
    }
}
