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

/** Writes down what became of events, in one short transaction under the fence. */
final class CompletionWriter {

    private static final int MOST_ATTEMPTS = 12;
    private static final int VALID_SECONDS = 2;
    private static final int DEEPEST_CAUSE = 10;
    private static final Duration SPARE = Duration.ofSeconds(10);

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

    /** Completes events that were handled, and writes down attempts that failed. */
    void complete(List<EventRow> done, List<FailedAttempt> failures, Collection<Hold> holds) throws SQLException {
        try {
            SqlRetry.times(MOST_ATTEMPTS)
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
     * Completes events that are handled in the completing transaction itself. If one of them is gone meanwhile, nothing happens at all. When
     * the database asks for it, the whole transaction is done again: no event has failed then, however often it asks. After a while the
     * events are read anew.
     */
    void completeInside(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        try {
            Retry.times(MOST_ATTEMPTS, SqlRetry.BACKOFF)
                    .call(() -> completeInsideOnce(handler, done, holds), Exception.class, this::mayRetryInside);
        } catch (SQLException | HandlerInvoker.HandlerFailedException e) {
            SQLException asked = sqlErrorIn(e);
            if (asked != null && mayRetry(asked)) {
                throw new DatabaseAwayException(asked);
            }
            throw e;
        }
    }

    private boolean mayRetryInside(Exception error) {
        SQLException asked = error instanceof SQLException || error instanceof HandlerInvoker.HandlerFailedException
                ? sqlErrorIn(error)
                : null;
        return asked != null && mayRetry(asked);
    }

    /** Returns what the database said, however often it was wrapped; null when the error is of another kind. */
    static @Nullable SQLException sqlErrorIn(Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private boolean completeInsideOnce(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        // A handler may compute for long between its statements; it is interrupted before the server ends its
        // transaction.
        Duration patient = settings.handlerTimeout().plus(SPARE);
        try (BorrowedConnection borrowed = borrow()) {
            Connection connection = borrowed.connection();
            try (FencedTransaction transaction = board.begin(connection, patient)) {
                handler.handle(connection);
                if (connection.isClosed() || connection.getAutoCommit()) {
                    throw new IllegalStateException("the handler ended the transaction that completes its events");
                }
                // From here on the rows are locked that the next owner needs: a process that stops does not keep them
                // for as long as a handler may compute.
                transaction.tightenIdleLimit();
                if (!write(connection, done, List.of())) {
                    throw new EventGoneException();
                }
                transaction.commit(holds);
                return true;
            } catch (DatabaseAwayException e) {
                borrowed.abort();
                throw e;
            } catch (SQLException e) {
                if (isAlive(connection)) {
                    throw e;
                }
                borrowed.abort();
                throw new DatabaseAwayException(e);
            }
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    private BorrowedConnection borrow() throws DatabaseAwayException {
        try {
            return context.borrow(settings.handlerTimeout().plus(ProcessorContext.ANSWER));
        } catch (SQLException e) {
            throw new DatabaseAwayException(e);
        }
    }

    private static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(VALID_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The database is away, or the connection is lost, or it asks for the same again for too long: no event is guilty of that. */
    static final class DatabaseAwayException extends Exception {

        private static final long serialVersionUID = 1L;

        private final SQLException error;

        DatabaseAwayException(SQLException error) {
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
            super("an event is pending no longer: it was discarded, or others work on the same pieces");
        }
    }

    /** Returns whether all completed events were pending until now. */
    private boolean write(Connection connection, List<EventRow> done, List<FailedAttempt> failures)
            throws SQLException {
        // In one order for all, so that nobody waits in a circle.
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

    /** Returns whether the database asks for another attempt, which is counted. */
    private boolean mayRetry(SQLException error) {
        boolean again =
                SqlErrorKind.of(error) == SqlErrorKind.ROLLED_BACK || SqlErrorKind.of(error) == SqlErrorKind.LOCKED;
        if (again) {
            counters.retriedOnce();
        }
        return again;
    }
}
