package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.boardsql.jdbc.SqlWork;
import dev.divvy.boardsql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Runs transactions that retry a lock instead of waiting for it, so that no queue forms behind a process that has stopped. */
final class LockRetry {

    private LockRetry() {}

    /** Returns the result of the transaction; empty when the lock was not available within {@code atMost}. */
    static <T> Optional<T> in(Connection connection, Duration atMost, SqlWork<T> work) throws SQLException {
        try {
            return SqlRetry.within(atMost)
                    .on(SqlErrorKind.LOCKED)
                    .call(() -> Optional.of(Transactions.in(connection, work)));
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) == SqlErrorKind.LOCKED) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
