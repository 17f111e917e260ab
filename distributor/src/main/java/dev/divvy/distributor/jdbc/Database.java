package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.Borrowed;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.boardsql.jdbc.Trouble;
import dev.divvy.boardsql.jdbc.Work;
import dev.divvy.coordination.member.Hold;
import dev.divvy.distributor.store.StoreTroubleException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * The store's way to the database: what it asks to be begun anew is, until the patience ends, and every other trouble becomes one line.
 *
 * @param board whose transactions the server ends when their process stops, so that nobody waits for its rows for ever
 */
record Database(DataSource source, SqlBoard board, Duration patience) {

    /** Asks with statements that each commit by themselves. */
    <T> T ask(String what, Work<T> work) {
        return insist(what, () -> on(Level.OWN, work));
    }

    /** Asks in one transaction, in which each statement sees what was committed before it. */
    <T> T transact(String what, Work<T> work) {
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
    boolean transact(String what, Hold hold, Work<Boolean> work) {
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

    private interface Question<T> {
        T ask() throws SQLException;
    }

    private enum Level {
        /** Of the source: one statement that commits by itself is right at any. */
        OWN,
        /** Asking for it is one more way to the server. */
        READ_COMMITTED
    }

    private <T> T on(Level level, Work<T> work) throws SQLException {
        try (Borrowed connection = Borrowed.from(source).answersWithin(patience)) {
            try {
                if (level == Level.READ_COMMITTED) {
                    connection.readsCommitted();
                }
                return work.on(connection.connection());
            } catch (SQLException e) {
                if (Trouble.of(e) == Trouble.OTHER) {
                    connection.abort();
                }
                throw e;
            }
        }
    }

    private <T> T insist(String what, Question<T> question) {
        long end = System.nanoTime() + patience.toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                return question.ask();
            } catch (SQLException e) {
                if (!passes(Trouble.of(e)) || System.nanoTime() - end >= 0) {
                    throw trouble(what, e);
                }
                Transactions.waitBefore(attempt);
            }
        }
    }

    /** A duplicate too: somebody else was first to write a row that was missing, and now it is there. */
    private static boolean passes(Trouble trouble) {
        return trouble == Trouble.AGAIN || trouble == Trouble.BUSY || trouble == Trouble.DUPLICATE;
    }

    static StoreTroubleException trouble(String what, SQLException error) {
        String said = String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
        String why = Trouble.of(error) == Trouble.NO_TABLE
                ? "a table is missing; JdbcStore.createIfMissing() makes it (" + said + ")"
                : said;
        return new StoreTroubleException("could not " + what + ": " + why, error);
    }
}
