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
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Completes events in the transaction in which they are handled. Their rows are locked only after the handler: a process that is paused in a
 * handler must not keep rows that the next owner needs. So a row that another transaction has locked is found after the handler; then everything
 * is rolled back, and the caller does without that row.
 */
final class InsideCompletion {

    private static final int VALIDATION_SECONDS = 2;

    /** The number of transactions that may lose their connection before their events are handled one by one. */
    private static final int MAX_LOST = 3;

    private static final Duration SPARE_TIME = Duration.ofSeconds(10);

    private final ProcessorContext context;
    private final SqlBoard board;
    private final ProcessorSettings settings;
    private final ProcessorCounters counters;
    private final Completing completing;
    private final LockedRows lockedRows;

    InsideCompletion(ProcessorContext context, SqlBoard board, Completing completing, LockedRows lockedRows) {
        this.context = context;
        this.board = board;
        this.settings = context.settings();
        this.counters = context.counters();
        this.completing = completing;
        this.lockedRows = lockedRows;
    }

    /** Handles events on the connection whose transaction completes them. */
    interface Inside {
        void handle(Connection connection) throws Exception;
    }

    /** Writes that events are completed. */
    interface Completing {
        /** Returns whether all were pending; {@code unreleased} gets those behind which the first event is locked. */
        boolean complete(Connection connection, List<EventRow> done, List<EventRow> unreleased) throws SQLException;
    }

    /** Finds the rows that another transaction has locked. */
    interface LockedRows {
        Set<Long> of(List<EventRow> rows) throws SQLException;
    }

    /**
     * Handles and completes events. If one of them is no longer pending, everything is rolled back. When the database requests it, or the
     * connection was lost, the whole transaction is retried, for a limited number of times and a limited time.
     *
     * @return the rows behind which the first event is locked, and is to be released later
     * @throws HandlerInvoker.HandlerFailedException if the handler failed: by itself, or by the database's errors again and again
     * @throws RowsLockedException if another transaction has locked some of the rows: no event has failed
     * @throws DatabaseUnavailableException if the database does not answer on another connection either, or does not commit: no event has failed
     */
    List<EventRow> complete(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        AtomicInteger lost = new AtomicInteger();
        try {
            return Retry.times(CompletionWriter.MAX_ATTEMPTS, SqlRetry.BACKOFF)
                    .atMost(CompletionWriter.MAX_RETRY_TIME)
                    .call(
                            () -> completeOrFindLocked(handler, done, holds),
                            Exception.class,
                            e -> e instanceof ConnectionLostException
                                    ? lost.incrementAndGet() < MAX_LOST
                                    : mayRetry(e));
        } catch (ConnectionLostException e) {
            throw e.error();
        } catch (CompletionLockedException e) {
            throw new DatabaseUnavailableException(e.error());
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    /** Returns whether the database requests a retry, and counts it. */
    private boolean mayRetry(Exception error) {
        SQLException sqlError = error instanceof CompletionLockedException locked ? locked.error() : sqlErrorIn(error);
        boolean retry = sqlError != null
                && (SqlErrorKind.of(sqlError) == SqlErrorKind.ROLLED_BACK
                        || SqlErrorKind.of(sqlError) == SqlErrorKind.LOCKED);
        if (retry) {
            counters.retriedOnce();
        }
        return retry;
    }

    /** Returns the SQL error of a transaction: the one that was thrown, or the one that made the handler fail; null when there is none. */
    private static @Nullable SQLException sqlErrorIn(Exception error) {
        if (error instanceof HandlerInvoker.HandlerFailedException failed) {
            return failed.sqlError();
        }
        return error instanceof SQLException sql ? sql : null;
    }

    private List<EventRow> completeOrFindLocked(Inside handler, List<EventRow> done, Collection<Hold> holds)
            throws Exception {
        try {
            return completeOnce(handler, done, holds);
        } catch (CompletionLockedException e) {
            Set<Long> locked = lockedRows.of(done);
            if (locked.isEmpty()) {
                throw e; // something else was locked, or it is no longer
            }
            throw new RowsLockedException(locked);
        }
    }

    private List<EventRow> completeOnce(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        // A handler may compute for a long time between its statements; the watchdog interrupts it before
        // the server ends its transaction.
        Duration idleLimit = settings.handlerTimeout().plus(SPARE_TIME);
        try (BorrowedConnection borrowed = borrow()) {
            Connection connection = borrowed.connection();
            try (FencedTransaction transaction = board.begin(connection, idleLimit)) {
                handler.handle(connection);
                if (connection.isClosed() || connection.getAutoCommit()) {
                    throw new IllegalStateException("the handler ended the transaction that completes its events");
                }
                List<EventRow> unreleased = new ArrayList<>();
                complete(connection, transaction, done, holds, unreleased);
                return unreleased;
            } catch (SQLException | HandlerInvoker.HandlerFailedException e) {
                SQLException sqlError = sqlErrorIn(e);
                if (sqlError == null || isAlive(connection)) {
                    throw e;
                }
                // Closed first: the pool may have no other connection.
                borrowed.abort();
                checkAvailable(sqlError);
                throw new ConnectionLostException(e);
            }
        }
    }

    private void complete(
            Connection connection,
            FencedTransaction transaction,
            List<EventRow> done,
            Collection<Hold> holds,
            List<EventRow> unreleased)
            throws SQLException, CompletionLockedException {
        try {
            // From here on, rows are locked that the next owner needs: a process that is paused must not keep them
            // for as long as a handler may compute, nor may one wait for long for a row while it has locked others.
            transaction.tightenIdleLimit();
            if (!completing.complete(connection, done, unreleased)) {
                throw new EventGoneException();
            }
            transaction.commit(holds);
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) == SqlErrorKind.LOCKED) {
                throw new CompletionLockedException(e);
            }
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

    private void checkAvailable(SQLException error) throws DatabaseUnavailableException {
        try (BorrowedConnection another = borrow()) {
            if (!isAlive(another.connection())) {
                another.abort();
                throw new DatabaseUnavailableException(error);
            }
        }
    }

    private static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The database does not answer, or does not complete events because of a lock. No event counts as failed. */
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

    /** The connection was lost, and the database answers on another: a statement may have been the reason. */
    private static final class ConnectionLostException extends Exception {

        private static final long serialVersionUID = 1L;

        private final Exception error;

        ConnectionLostException(Exception error) {
            super(error);
            this.error = error;
        }

        Exception error() {
            return error;
        }
    }

    /** The events were handled, and could not be completed in time because of a lock. */
    private static final class CompletionLockedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final SQLException error;

        CompletionLockedException(SQLException error) {
            super(error);
            this.error = error;
        }

        SQLException error() {
            return error;
        }
    }

    /** Another transaction has locked the rows of some of the events. Everything was rolled back. */
    static final class RowsLockedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Set<Long> ids;

        RowsLockedException(Set<Long> ids) {
            super("the rows of events " + ids + " are locked by another transaction");
            this.ids = Set.copyOf(ids);
        }

        Set<Long> ids() {
            return ids;
        }
    }

    /** An event was completed or discarded by another process. */
    static final class EventGoneException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EventGoneException() {
            super("an event is no longer pending: it was discarded, or another processor works on the same pieces");
        }
    }
}
