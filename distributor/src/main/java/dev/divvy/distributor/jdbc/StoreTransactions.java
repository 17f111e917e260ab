package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.support.Retry;
import dev.divvy.distributor.StoreAccessException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Runs the statements and transactions of a store. A transaction that the database rolled back is retried until the timeout; any other
 * error becomes a {@link StoreAccessException} with one line.
 *
 * @param board starts the transactions: the server ends them when their process stops, so that no other waits for their rows for ever
 */
record StoreTransactions(DataSource source, SqlBoard board, Duration timeout) {

    /** Runs statements that each commit by themselves. */
    <T> T execute(String what, SqlWork<T> work) {
        return retry(what, () -> withConnection(Level.DEFAULT, work));
    }

    /** Runs one transaction, in which each statement sees what was committed before it. */
    <T> T transact(String what, SqlWork<T> work) {
        return retry(
                what,
                () -> withConnection(Level.READ_COMMITTED, connection -> {
                    FencedTransaction transaction = board.begin(connection);
                    try {
                        T result = work.on(connection);
                        connection.commit();
                        return result;
                    } finally {
                        transaction.close();
                    }
                }));
    }

    /** Runs one transaction that commits only if the work returns true and the hold is still valid; returns whether it committed. */
    boolean transact(String what, Hold hold, SqlWork<Boolean> work) {
        return retry(
                what,
                () -> withConnection(Level.READ_COMMITTED, connection -> {
                    try (FencedTransaction transaction = board.begin(connection)) {
                        boolean approved = work.on(connection);
                        if (approved) {
                            transaction.commit(List.of(hold));
                        }
                        return approved;
                    } catch (StaleHoldException e) {
                        return false;
                    }
                }));
    }

    private enum Level {
        /** The level of the data source; enough for a single statement. */
        DEFAULT,
        /** Setting it costs one more round trip. */
        READ_COMMITTED
    }

    private <T> T withConnection(Level level, SqlWork<T> work) throws SQLException {
        try (BorrowedConnection connection = BorrowedConnection.from(source).withNetworkTimeout(timeout)) {
            try {
                if (level == Level.READ_COMMITTED) {
                    connection.useReadCommitted();
                }
                return work.on(connection.connection());
            } catch (SQLException e) {
                if (SqlErrorKind.of(e) == SqlErrorKind.OTHER) {
                    connection.abort();
                }
                throw e;
            }
        }
    }

    /** Retries on a duplicate key too: another process inserted the missing row first, and the next attempt finds it. */
    private <T> T retry(String what, Retry.Attempt<T, SQLException> attempt) {
        try {
            return SqlRetry.within(timeout)
                    .on(SqlErrorKind.ROLLED_BACK, SqlErrorKind.LOCKED, SqlErrorKind.DUPLICATE_KEY)
                    .call(attempt);
        } catch (SQLException e) {
            throw failure(what, e);
        }
    }

    static StoreAccessException failure(String what, SQLException error) {
        String message = String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        String reason = SqlErrorKind.of(error) == SqlErrorKind.MISSING_TABLE
                ? "a table is missing; JdbcStore.createIfMissing() creates it (" + message + ")"
                : message;
        return new StoreAccessException("could not " + what + ": " + reason, error);
    }
}
