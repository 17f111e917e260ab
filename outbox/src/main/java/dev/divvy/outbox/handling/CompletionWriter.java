package dev.divvy.outbox.handling;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.ProcessorCounters;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the outcomes of events, in one short transaction under the fence. */
final class CompletionWriter {

    static final int MAX_ATTEMPTS = 12;

    /** The time after which a transaction is not retried any more. A single wait for a lock may exceed it. */
    static final Duration MAX_RETRY_TIME = Duration.ofSeconds(10);

    /** The events that one completion releases. The last of them release the next. */
    private static final int RELEASED_AT_ONCE = 500;

    private final ProcessorContext context;
    private final SqlBoard board;
    private final EventTable table;
    private final ProcessorSettings settings;
    private final ProcessorCounters counters;
    private final InsideCompletion inside;

    CompletionWriter(ProcessorContext context, SqlBoard board) {
        this.context = context;
        this.board = board;
        this.table = context.table();
        this.settings = context.settings();
        this.counters = context.counters();
        this.inside = new InsideCompletion(
                context,
                board,
                (connection, done, unreleased) -> write(connection, done, List.of(), unreleased),
                this::locked);
    }

    /**
     * The part of outcomes that is not written.
     *
     * @param locked the ids of rows that another transaction has locked, and of later rows of their entities
     * @param unreleased rows that are completed or aborted, while the first event behind them is locked: {@link #release} is to be tried again
     */
    record Unwritten(Set<Long> locked, List<EventRow> unreleased) {}

    /**
     * Completes events that were handled, and records attempts that failed.
     *
     * @throws SQLException among others if another transaction has locked one of the rows for too long
     */
    Unwritten complete(List<EventRow> done, List<FailedAttempt> failures, Collection<Hold> holds) throws SQLException {
        return fenced(
                connection -> {
                    List<EventRow> unreleased = new ArrayList<>();
                    write(connection, done, failures, unreleased);
                    return new Unwritten(Set.of(), unreleased);
                },
                holds);
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

    private <T> T fenced(SqlWork<T> work, Collection<Hold> holds) throws SQLException {
        try {
            return SqlRetry.times(MAX_ATTEMPTS)
                    .atMost(MAX_RETRY_TIME)
                    .on(SqlErrorKind.ROLLED_BACK)
                    .counting(counters::retriedOnce)
                    .call(() -> context.onConnection(connection -> {
                        try (FencedTransaction transaction = board.begin(connection)) {
                            T result = work.on(connection);
                            transaction.commit(holds);
                            return result;
                        }
                    }));
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        }
    }

    /**
     * Does so for the rows that no other transaction has locked, without waiting for a row. The later events of the others' entities are left as
     * well: if this process ended, the first would be handled again after them.
     */
    Unwritten completeUnlocked(List<EventRow> done, List<FailedAttempt> failures, Collection<Hold> holds)
            throws SQLException {
        List<EventRow> rows = Stream.concat(done.stream(), failures.stream().map(FailedAttempt::row))
                .sorted(Comparator.comparing(EventRow::id))
                .toList();
        try {
            return context.onConnection(connection -> {
                try (FencedTransaction transaction = board.begin(connection)) {
                    Set<Long> left = withLaterOnes(rows, table.lockUnlocked(connection, ids(rows)));
                    List<EventRow> unreleased = new ArrayList<>();
                    List<EventRow> unlocked = done.stream()
                            .filter(row -> !left.contains(row.id()))
                            .toList();
                    List<FailedAttempt> failed = failures.stream()
                            .filter(failure -> !left.contains(failure.row().id()))
                            .toList();
                    write(connection, unlocked, failed, unreleased);
                    transaction.commit(holds);
                    return new Unwritten(left, unreleased);
                }
            });
        } catch (StaleHoldException e) {
            counters.refusedOnce();
            throw e;
        } catch (SQLException e) {
            if (!isLocked(e)) {
                throw e;
            }
            // The whole table may be locked.
            return new Unwritten(Set.copyOf(ids(rows)), List.of());
        }
    }

    private static List<Long> ids(List<EventRow> rows) {
        return rows.stream().map(EventRow::id).sorted().toList();
    }

    private static boolean isLocked(SQLException error) {
        SqlErrorKind kind = SqlErrorKind.of(error);
        return kind == SqlErrorKind.LOCKED || kind == SqlErrorKind.ROLLED_BACK;
    }

    /** Returns the ids of those pending rows that another transaction has locked: of all, if it has locked the whole table. */
    Set<Long> locked(List<EventRow> rows) throws SQLException {
        try {
            return context.onConnection(connection -> table.locked(connection, ids(rows)));
        } catch (SQLException e) {
            if (!isLocked(e)) {
                throw e;
            }
            return Set.copyOf(ids(rows));
        }
    }

    /** Releases what waits behind these rows, which are completed or aborted; returns those behind which the first event is still locked. */
    List<EventRow> release(List<EventRow> rows) throws SQLException {
        List<EventRow> unreleased = new ArrayList<>();
        for (EventRow row : rows) {
            if (!release(row)) {
                unreleased.add(row);
            }
        }
        return unreleased;
    }

    private boolean release(EventRow row) throws SQLException {
        try {
            return context.onConnection(
                    connection -> table.waiting().releaseNow(connection, row.hash(), row.entity(), RELEASED_AT_ONCE));
        } catch (SQLException e) {
            if (!isLocked(e)) {
                throw e;
            }
            return false;
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

    /** Returns the completion of events that are handled in the completing transaction itself. */
    InsideCompletion inside() {
        return inside;
    }

    /**
     * Writes the outcomes; returns whether all completed events were still pending.
     *
     * @param unreleased gets the rows behind which the first event is locked
     */
    private boolean write(
            Connection connection, List<EventRow> done, List<FailedAttempt> failures, List<EventRow> unreleased)
            throws SQLException {
        // Sorted, so that all transactions lock rows in the same order and cannot deadlock.
        int completed =
                table.complete(connection, ids(done), settings.keepDone().isPresent());
        for (FailedAttempt failure : failures) {
            write(connection, failure);
        }
        Stream<EventRow> aborted = failures.stream()
                .filter(failure -> failure.releasesEntity(settings))
                .map(FailedAttempt::row);
        List<EventRow> ended = Stream.concat(done.stream(), aborted).toList();
        unreleased.addAll(releaseWaiting(connection, ended));
        return completed == done.size();
    }

    private void write(Connection connection, FailedAttempt failure) throws SQLException {
        long id = failure.row().id();
        if (failure.isLast(settings)) {
            boolean hold = !failure.releasesEntity(settings);
            table.giveUp(connection, id, failure.attempts(), failure.text(), hold);
        } else {
            Duration delay = failure.delay(settings);
            table.fail(connection, id, failure.attempts(), failure.text(), failure.crashes(), delay);
        }
    }

    /**
     * Makes later events of the entities of completed or aborted ones pending. They release those behind them in turn.
     *
     * @return the rows behind which the first event is locked
     */
    private List<EventRow> releaseWaiting(Connection connection, List<EventRow> ended) throws SQLException {
        Set<EntityKey> entities = new HashSet<>();
        List<EventRow> unreleased = new ArrayList<>();
        for (EventRow row : ended) {
            if (row.leads()
                    && entities.add(row.entity())
                    && !table.waiting().release(connection, row.hash(), row.entity(), RELEASED_AT_ONCE)) {
                unreleased.add(row);
            }
        }
        return unreleased;
    }
}
