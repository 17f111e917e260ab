package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.Retry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/** Retries SQL work after failures that may well not recur. Blocks the calling thread. */
public final class SqlRetry {

    /** Short at first: a deadlock is usually over when the other transaction has ended. */
    public static final Backoff BACKOFF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(64));

    private final Retry retry;
    private final Predicate<SQLException> retryable;

    private SqlRetry(Retry retry, Predicate<SQLException> retryable) {
        this.retry = retry;
        this.retryable = retryable;
    }

    /** Returns a retry that gives up with the failure of its last attempt. It retries every failure, unless {@link #on} narrows that. */
    public static SqlRetry times(int attempts) {
        return new SqlRetry(Retry.times(attempts, BACKOFF), error -> true);
    }

    /** Returns a retry that gives up with the first failure after this time. It retries every failure, unless {@link #on} narrows that. */
    public static SqlRetry within(Duration time) {
        return new SqlRetry(Retry.within(time, BACKOFF), error -> true);
    }

    /** Returns a copy that also gives up with the first failure after this time. */
    public SqlRetry atMost(Duration time) {
        return new SqlRetry(retry.atMost(time), retryable);
    }

    /** Returns a copy that retries only failures of these kinds. */
    public SqlRetry on(SqlErrorKind first, SqlErrorKind... others) {
        Set<SqlErrorKind> kinds = EnumSet.of(first, others);
        return new SqlRetry(retry, error -> kinds.contains(SqlErrorKind.of(error)));
    }

    /** Returns a copy that retries only while this condition holds. */
    public SqlRetry only(Predicate<SQLException> condition) {
        return new SqlRetry(retry, retryable.and(condition));
    }

    /** Returns a copy that runs this before every retry, to count retries. */
    public SqlRetry counting(Runnable onRetry) {
        return only(error -> {
            onRetry.run();
            return true;
        });
    }

    /** Returns the result of the first attempt that succeeds. */
    public <T> T call(Retry.Attempt<T, SQLException> attempt) throws SQLException {
        return retry.call(attempt, SQLException.class, retryable);
    }
}
