package dev.divvy.outbox;

import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.table.AdminStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** Counts, lists, retries and discards events of an outbox, for operators, from any process that reaches the database. */
public final class OutboxAdmin {

    private static final int MAX_ATTEMPTS = 8;
    private static final int DISCARDED_AT_ONCE = 500;

    private final Outbox outbox;
    private final AdminStatements table;

    OutboxAdmin(Outbox outbox) {
        this.outbox = outbox;
        this.table = outbox.adminStatements();
    }

    /** Returns the numbers of events by state. Reads the whole table. */
    public Backlog backlog() throws SQLException {
        return withRetries(table::backlog);
    }

    /**
     * Returns aborted events, among them those that are held, the oldest first.
     *
     * @param limit the maximum number of events
     */
    public List<AbortedEvent> aborted(int limit) throws SQLException {
        return withRetries(connection -> table.aborted(connection, limit));
    }

    /**
     * Makes aborted events pending again, with all their attempts. Later events of the same entity may have been handled meanwhile.
     *
     * @return the number of ids that were aborted events
     */
    public int retry(Collection<Long> ids) throws SQLException {
        return wakeAfter(withRetries(connection -> table.retry(connection, ids)));
    }

    /** Makes all aborted events pending again; returns their number. */
    public int retryAll() throws SQLException {
        return wakeAfter(withRetries(table::retryAll));
    }

    /** Deletes aborted events, so that those that waited for a held one are handled; returns the number of ids that were aborted events. */
    public int discard(Collection<Long> ids) throws SQLException {
        return discardNow(withRetries(connection -> table.givenUp(connection, ids)));
    }

    /** Deletes all aborted events, some hundreds per transaction; returns their number. */
    public int discardAll() throws SQLException {
        int discarded = 0;
        List<AdminStatements.GivenUp> next;
        do {
            next = withRetries(connection -> table.givenUp(connection, DISCARDED_AT_ONCE));
            discarded += discardNow(next);
        } while (next.size() == DISCARDED_AT_ONCE);
        return discarded;
    }

    private int discardNow(List<AdminStatements.GivenUp> events) throws SQLException {
        int discarded = withRetries(connection -> table.discard(connection, events));
        withRetries(connection -> table.release(connection, events));
        return wakeAfter(discarded);
    }

    private int wakeAfter(int changed) {
        outbox.wake();
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
