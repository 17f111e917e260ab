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

/** Shows and repairs the events of an outbox, for operators, from any process that reaches the database. */
public final class OutboxAdmin {

    private static final int MOST_ATTEMPTS = 8;

    private final Outbox outbox;
    private final AdminStatements table;

    OutboxAdmin(Outbox outbox) {
        this.outbox = outbox;
        this.table = outbox.operations();
    }

    public Backlog backlog() throws SQLException {
        return again(table::backlog);
    }

    /** Returns aborted events, the oldest first, at most so many. */
    public List<AbortedEvent> aborted(int most) throws SQLException {
        return again(connection -> table.aborted(connection, most));
    }

    /**
     * Lets aborted events be tried again, with all their attempts. Events of the same entity that came later may have been handled
     * meanwhile.
     *
     * @return how many of them were aborted and are tried again
     */
    public int retry(Collection<Long> ids) throws SQLException {
        return woken(again(connection -> table.retry(connection, ids)));
    }

    /** Lets all aborted events be tried again; returns how many. */
    public int retryAll() throws SQLException {
        return woken(again(table::retryAll));
    }

    /** Deletes aborted events; returns how many of them were aborted. */
    public int discard(Collection<Long> ids) throws SQLException {
        return again(connection -> table.discard(connection, ids));
    }

    /** Deletes all aborted events; returns how many. */
    public int discardAll() throws SQLException {
        return again(table::discardAll);
    }

    private int woken(int changed) {
        outbox.wake();
        return changed;
    }

    private <T> T again(SqlWork<T> work) throws SQLException {
        return SqlRetry.times(MOST_ATTEMPTS).on(SqlErrorKind.ROLLED_BACK).call(() -> {
            try (Connection connection = outbox.boards().source().getConnection()) {
                return Transactions.in(connection, work);
            }
        });
    }
}
