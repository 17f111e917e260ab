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
 * The store's way to the database: what it asks to be begun anew is, until the patience ends, and every other trouble becomes one line.
 *
 * @param board whose transactions the server ends when their process stops, so that nobody waits for its rows for ever
 */
record StoreDatabase(DataSource source, SqlBoard board, Duration patience) {

    /** Asks with statements that each commit by themselves. */
    <T> T ask(String what, SqlWork<T> work) {
        return insist(what, () -> on(Level.OWN, work));
    }

    /** Asks in one transaction, in which each statement sees what was committed before it. */
    <T> T transact(String what, SqlWork<T> work) {
        return insist(
                what,
                () -> on(Level.READ_COMMITTED, connection -> {
                    FencedTransaction transaction = board.begin(connection);
                    try {
                        T answer = work.on(connection);
                        connection.commit();
                        return answer;
                    } finally {
                        transaction.close();
                    }
                }));
    }

    /** One transaction that commits only if the work says so and this is still held; answers whether it did. */
    boolean transact(String what, Hold hold, SqlWork<Boolean> work) {
        return insist(
                what,
                () -> on(Level.READ_COMMITTED, connection -> {
                    try (FencedTransaction transaction = board.begin(connection)) {
                        boolean wanted = work.on(connection);
                        if (wanted) {
                            transaction.commit(List.of(hold));
                        }
                        return wanted;
                    } catch (StaleHoldException e) {
                        return false;
                    }
                }));
    }

    private enum Level {
        /** Of the source: one statement that commits by itself is right at any. */
        OWN,
        /** Asking for it is one more way to the server. */
        READ_COMMITTED
    }

    private <T> T on(Level level, SqlWork<T> work) throws SQLException {
        try (BorrowedConnection connection = BorrowedConnection.from(source).withNetworkTimeout(patience)) {
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

    /** Retries on a duplicate key too: another process was first to write a row that was missing, and now it exists. */
    private <T> T insist(String what, Retry.Attempt<T, SQLException> question) {
        try {
            return SqlRetry.within(patience)
                    .on(SqlErrorKind.ROLLED_BACK, SqlErrorKind.LOCKED, SqlErrorKind.DUPLICATE_KEY)
                    .call(question);
        } catch (SQLException e) {
            throw trouble(what, e);
        }
    }

    static StoreAccessException trouble(String what, SQLException error) {
        String said = String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        String why = SqlErrorKind.of(error) == SqlErrorKind.MISSING_TABLE
                ? "a table is missing; JdbcStore.createIfMissing() makes it (" + said + ")"
                : said;
        return new StoreAccessException("could not " + what + ": " + why, error);
    }
}
