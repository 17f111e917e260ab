package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.ListedEvent;
import dev.divvy.outbox.table.AdminStatements;
import dev.divvy.outbox.table.BacklogQuery;
import dev.divvy.outbox.table.EventList;
import dev.divvy.outbox.table.VacuumCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/** Counts, lists, retries and discards events of an outbox, for operators, from any process that reaches the database. */
public final class OutboxAdmin {

    private static final int MAX_ATTEMPTS = 8;
    private static final int MAX_LISTED = 10_000;

    /** The number of events that one transaction changes. */
    private static final int STEP = 1000;

    private static final Set<EventStatus> CHANGEABLE =
            EnumSet.of(EventStatus.RETRYING, EventStatus.HELD, EventStatus.ABORTED);

    private final Outbox outbox;
    private final AdminStatements table;
    private final EventList list;
    private final BacklogQuery backlog;
    private final VacuumCheck vacuum;

    OutboxAdmin(Outbox outbox) {
        this.outbox = outbox;
        this.table = outbox.adminStatements();
        this.list = outbox.eventList();
        this.backlog = outbox.backlogQuery();
        this.vacuum = new VacuumCheck(
                List.of(outbox.settings().eventTable(), outbox.settings().boardTable("beat")));
    }

    /** Returns the numbers of events by state. Reads at most some 10,000 rows of each state; beyond that the numbers are estimates. */
    public Backlog backlog() throws SQLException {
        return withRetries(backlog::backlog);
    }

    /**
     * Returns what an operator should look at, each in a sentence: tokens that belong to no processor because all have
     * {@linkplain dev.divvy.outbox.event.ProcessorSettings#withPieces pieces of their own}, such pieces that overlap, and on PostgreSQL what
     * keeps vacuum from removing the rows of completed events, as far as this user may see it. Empty when nothing is wrong.
     */
    public List<String> warnings() throws SQLException {
        List<String> warnings = new ArrayList<>();
        SqlBoard board = outbox.boards().of(outbox.settings().group());
        withRetries(board::allocation).map(ConfiguredTokens::problems).ifPresent(warnings::addAll);
        if (outbox.boards().databaseKind() == DatabaseKind.POSTGRESQL) {
            warnings.addAll(withRetries(vacuum::warnings));
        }
        return warnings;
    }

    /** Returns whether any event waits, other than for an operator. Reads a few rows. */
    public boolean hasPending() throws SQLException {
        return withRetries(backlog::hasPending);
    }

    /**
     * Returns aborted events, among them those that are held, the oldest first.
     *
     * @param limit the maximum number of events
     */
    public List<AbortedEvent> aborted(int limit) throws SQLException {
        return withRetries(connection -> table.aborted(connection, limit));
    }

    /** Returns the first events of a filter in the order of their ids, at most {@link EventFilter#limit} and at most 10,000. */
    public List<ListedEvent> list(EventFilter filter) throws SQLException {
        int limit = (int) Math.min(filter.limit(), MAX_LISTED);
        return withRetries(connection -> list.first(connection, filter, limit));
    }

    /**
     * Makes aborted events pending again, with all their attempts. Later events of the same entity may have been handled meanwhile.
     *
     * @return the number of ids that were events which had been given up
     */
    public int retry(Collection<Long> ids) throws SQLException {
        return retryNow(givenUp(ids));
    }

    /** Like {@link #retry(EventFilter, LongConsumer)}, without a report of progress. */
    public long retry(EventFilter filter) throws SQLException {
        return retry(filter, changed -> {});
    }

    /**
     * Makes events that were given up, or wait for their next attempt, pending again, with all their attempts; 1000 per transaction.
     *
     * @param progress receives the number of events so far after each transaction
     * @return the number of events
     */
    public long retry(EventFilter filter, LongConsumer progress) throws SQLException {
        return inSteps(filter, "retried", this::retryNow, progress);
    }

    /** Deletes aborted events, so that those that waited for a held one are handled; returns the number of ids that were such events. */
    public int discard(Collection<Long> ids) throws SQLException {
        return discardNow(givenUp(ids));
    }

    /** Like {@link #discard(EventFilter, LongConsumer)}, without a report of progress. */
    public long discard(EventFilter filter) throws SQLException {
        return discard(filter, changed -> {});
    }

    /**
     * Deletes events that were given up, or wait for their next attempt; 1000 per transaction. Those that waited behind them are handled.
     *
     * @param progress receives the number of events so far after each transaction
     * @return the number of events
     */
    public long discard(EventFilter filter, LongConsumer progress) throws SQLException {
        return inSteps(filter, "discarded", this::discardNow, progress);
    }

    /** Changes some events; returns the number of those that were changed. */
    private interface Change {
        int of(List<EventList.Found> events) throws SQLException;
    }

    private long inSteps(EventFilter filter, String verb, Change change, LongConsumer progress) throws SQLException {
        check(filter, verb);
        long changed = 0;
        for (EventStatus status : filter.statuses()) {
            EventList.Found after = EventList.Found.START;
            boolean more = changed < filter.limit();
            while (more) {
                int limit = (int) Math.min(STEP, filter.limit() - changed);
                EventList.Found from = after;
                List<EventList.Found> found =
                        withRetries(connection -> list.next(connection, filter, status, from, limit));
                changed += change.of(found);
                progress.accept(changed);
                more = found.size() == limit && changed < filter.limit();
                after = found.isEmpty() ? after : found.get(found.size() - 1);
            }
        }
        return changed;
    }

    private static void check(EventFilter filter, String verb) {
        for (EventStatus status : filter.statuses()) {
            if (!CHANGEABLE.contains(status)) {
                throw new IllegalArgumentException(
                        "events that are " + status + " cannot be " + verb + "; only those that are " + CHANGEABLE);
            }
        }
    }

    private List<EventList.Found> givenUp(Collection<Long> ids) throws SQLException {
        return withRetries(connection -> list.ofIds(connection, EventFilter.givenUp(), List.copyOf(ids)));
    }

    private int retryNow(List<EventList.Found> events) throws SQLException {
        return wakeAfter(withRetries(connection -> table.retry(connection, events)));
    }

    private int discardNow(List<EventList.Found> events) throws SQLException {
        int discarded = withRetries(connection -> table.discard(connection, events));
        withRetries(connection -> table.release(connection, events));
        return wakeAfter(discarded);
    }

    private int wakeAfter(int changed) {
        outbox.wakeAll();
        return changed;
    }

    private <T> T withRetries(SqlWork<T> work) throws SQLException {
        return SqlRetry.times(MAX_ATTEMPTS).on(SqlErrorKind.ROLLED_BACK).call(() -> {
            try (Connection connection = outbox.boards().source().getConnection()) {
                return Transactions.in(connection, work);
            }
        });
    }
}
