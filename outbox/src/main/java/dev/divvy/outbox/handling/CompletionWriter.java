package dev.divvy.outbox.handling;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.support.Retry;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.ProcessorCounters;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the outcomes of events, in one short transaction under the fence. */
final class CompletionWriter {

    private static final int MAX_ATTEMPTS = 12;
    private static final int VALIDATION_SECONDS = 2;

    /** The number of transactions that may lose their connection before their events are handled one by one. */
    private static final int MAX_LOST = 3;

    /** The time after which a transaction is not retried any more. A single wait for a lock may exceed it. */
    private static final Duration MAX_RETRY_TIME = Duration.ofSeconds(10);

    /** The events that one completion releases. The last of them release the next. */
    private static final int RELEASED_AT_ONCE = 500;

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

    /**
     * Completes events that were handled, and records attempts that failed.
     *
     * @throws SQLException among others if another transaction has locked one of the rows for too long
     */
    void complete(List<EventRow> done, List<FailedAttempt> failures, Collection<Hold> holds) throws SQLException {
        fenced(connection -> write(connection, done, failures), holds);
    }

    /** Records that an event is handled alone: if this process ends, the next owner knows it. Returns whether the event is still pending. */
    boolean mark(EventRow row, Hold hold) throws SQLException {
        return fenced(
                connection -> table.mark(
                        connection, row.id(), row.attempts() + 1, row.mark().next(hold.fence())),
                Set.of(hold));
    }

    /** Takes the mark back: the event was not handled, and its process did not end. */
    void unmark(EventRow row, Hold hold) throws SQLException {
        fenced(
                connection -> table.mark(
                        connection, row.id(), row.attempts(), row.mark().withoutAttempt()),
                Set.of(hold));
    }

    private boolean fenced(SqlWork<Boolean> work, Collection<Hold> holds) throws SQLException {
        try {
            return SqlRetry.times(MAX_ATTEMPTS)
                    .atMost(MAX_RETRY_TIME)
                    .on(SqlErrorKind.ROLLED_BACK)
                    .counting(counters::retriedOnce)
                    .call(() -> context.onConnection(connection -> {
                        try (FencedTransaction transaction = board.begin(connection)) {
                            boolean all = work.on(connection);
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
     * Does so for the rows that no other transaction has locked, without waiting for a row; returns the ids of the others. The later events of
     * their entities are among these: if this process ended, the first would be handled again after them.
     */
    Set<Long> completeUnlocked(List<EventRow> done, List<FailedAttempt> failures, Collection<Hold> holds)
            throws SQLException {
        List<EventRow> rows = Stream.concat(done.stream(), failures.stream().map(FailedAttempt::row))
                .sorted(Comparator.comparing(EventRow::id))
                .toList();
        try {
            return context.onConnection(connection -> {
                try (FencedTransaction transaction = board.begin(connection)) {
                    Set<Long> locked = table.lockUnlocked(
                            connection, rows.stream().map(EventRow::id).toList());
                    Set<Long> left = withLaterOnes(rows, locked);
                    // One by one: MariaDB may read, and wait for, every row of a small table when there are several
                    // ids.
                    for (EventRow row : done) {
                        if (!left.contains(row.id())) {
                            write(connection, List.of(row), List.of());
                        }
                    }
                    write(
                            connection,
                            List.of(),
                            failures.stream()
                                    .filter(failure ->
                                            !left.contains(failure.row().id()))
                                    .toList());
                    transaction.commit(holds);
                    return left;
                }
            });
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        } catch (SQLException e) {
            SqlErrorKind kind = SqlErrorKind.of(e);
            if (kind != SqlErrorKind.LOCKED && kind != SqlErrorKind.ROLLED_BACK) {
                throw e;
            }
            // The whole table may be locked.
            return rows.stream().map(EventRow::id).collect(Collectors.toSet());
        }
    }

    private static Set<Long> withLaterOnes(List<EventRow> rows, Set<Long> locked) {
        Set<EntityKey> entities = new HashSet<>();
        Set<Long> left = new HashSet<>();
        for (EventRow row : rows) {
            if (locked.contains(row.id()) || entities.contains(row.entity())) {
                entities.add(row.entity());
                left.add(row.id());
            }
        }
        return left;
    }

    /**
     * Completes events that are handled in the completing transaction itself. If one of them is no longer pending, everything is rolled back.
     * When the database requests it, or the connection was lost, the whole transaction is retried, for a limited number of times and a limited
     * time.
     *
     * @throws HandlerInvoker.HandlerFailedException if the handler failed: by itself, or by the database's errors again and again
     * @throws DatabaseUnavailableException if the database does not answer on another connection either: no event has failed
     */
    void completeInside(Inside handler, List<EventRow> done, Collection<Hold> holds) throws Exception {
        AtomicInteger lost = new AtomicInteger();
        try {
            Retry.times(MAX_ATTEMPTS, SqlRetry.BACKOFF)
                    .atMost(MAX_RETRY_TIME)
                    .call(
                            () -> completeInsideOnce(handler, done, holds),
                            Exception.class,
                            e -> e instanceof ConnectionLostException
                                    ? lost.incrementAndGet() < MAX_LOST
                                    : mayRetryInside(e));
        } catch (ConnectionLostException e) {
            throw e.error();
        }
    }

    private boolean mayRetryInside(Exception error) {
        SQLException sqlError = sqlErrorIn(error);
        return sqlError != null && mayRetry(sqlError);
    }

    /** Returns the SQL error of a transaction: the one that was thrown, or the one that made the handler fail; null when there is none. */
    private static @Nullable SQLException sqlErrorIn(Exception error) {
        if (error instanceof HandlerInvoker.HandlerFailedException failed) {
            return failed.sqlError();
        }
        return error instanceof SQLException sql ? sql : null;
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

    /** The database does not answer. No event counts as failed. */
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
                boolean hold = !failure.releasesEntity(settings);
                table.giveUp(connection, failure.row().id(), failure.attempts(), failure.text(), hold);
            } else {
                table.fail(
                        connection,
                        failure.row().id(),
                        failure.attempts(),
                        failure.text(),
                        failure.crashes(),
                        failure.delay(settings));
            }
        }
        releaseWaiting(connection, done, failures);
        return completed == ids.size();
    }

    /** Makes later events of the completed or aborted ones' entities pending. They release those behind them in turn. */
    private void releaseWaiting(Connection connection, List<EventRow> done, List<FailedAttempt> failures)
            throws SQLException {
        Set<EntityKey> released = new HashSet<>();
        Stream<EventRow> aborted = failures.stream()
                .filter(failure -> failure.releasesEntity(settings))
                .map(FailedAttempt::row);
        for (EventRow row :
                Stream.concat(done.stream(), aborted).filter(EventRow::leads).toList()) {
            if (released.add(row.entity())) {
                table.waiting().release(connection, row.hash(), row.entity(), RELEASED_AT_ONCE);
            }
        }
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
