package dev.divvy.boardsql.jdbc;

import dev.divvy.coordination.support.Backoff;
import dev.divvy.coordination.support.Retry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/** Repeats SQL work whose failure is of a kind that another attempt may well mend. Blocks the calling thread. */
public final class SqlRetry {

    /** Short at first: a deadlock is usually over when the other transaction has ended. */
    public static final Backoff BACKOFF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(64));

    private final Retry retry;
    private final Predicate<SQLException> retryable;

    private SqlRetry(Retry retry, Predicate<SQLException> retryable) {
        this.retry = retry;
        this.retryable = retryable;
    }

    /** Gives up with the failure of the last of this many attempts. Retries every failure until {@link #on} says otherwise. */
    public static SqlRetry times(int attempts) {
        return new SqlRetry(Retry.times(attempts, BACKOFF), error -> true);
    }

    /** Gives up with the first failure after this time. Retries every failure until {@link #on} says otherwise. */
    public static SqlRetry within(Duration time) {
        return new SqlRetry(Retry.within(time, BACKOFF), error -> true);
    }

    /** Retries failures of these kinds only. */
    public SqlRetry on(SqlErrorKind first, SqlErrorKind... others) {
        Set<SqlErrorKind> kinds = EnumSet.of(first, others);
        return new SqlRetry(retry, error -> kinds.contains(SqlErrorKind.of(error)));
    }

    /** Retries only while this holds. */
    public SqlRetry only(Predicate<SQLException> condition) {
        return new SqlRetry(retry, retryable.and(condition));
    }

    /** Runs this before every further attempt: to count them. */
    public SqlRetry counting(Runnable again) {
        return only(error -> {
            again.run();
            return true;
        });
    }

    /** Returns the result of the first attempt that succeeds. */
    public <T> T call(Retry.Attempt<T, SQLException> attempt) throws SQLException {
        return retry.call(attempt, SQLException.class, retryable);
    }
}
