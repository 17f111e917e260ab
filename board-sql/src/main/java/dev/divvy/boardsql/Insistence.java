package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.boardsql.jdbc.Trouble;
import dev.divvy.boardsql.jdbc.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Transactions that do not wait for a lock but come again, for a limited time: nobody queues behind a process that stopped. */
final class Insistence {

    private Insistence() {}

    /** What the transaction answered; empty when the lock was not to be had all that time. */
    static <T> Optional<T> in(Connection connection, Duration atMost, Work<T> work) throws SQLException {
        long until = System.nanoTime() + atMost.toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                return Optional.of(Transactions.in(connection, work));
            } catch (SQLException e) {
                if (Trouble.of(e) != Trouble.BUSY) {
                    throw e;
                }
                if (System.nanoTime() - until >= 0) {
                    return Optional.empty();
                }
                Transactions.waitBefore(attempt);
            }
        }
    }
}
