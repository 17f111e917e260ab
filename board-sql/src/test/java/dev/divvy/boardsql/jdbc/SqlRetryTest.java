package dev.divvy.boardsql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SqlRetryTest {

    private final SQLException deadlock = new SQLException("deadlock", "40P01");
    private final SQLException duplicate = new SQLException("duplicate", "23505");

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();

    /** Fails with each of these in turn, then succeeds. */
    private String call(SqlRetry retry, SQLException... failures) throws SQLException {
        Deque<SQLException> left = new ArrayDeque<>(List.of(failures));
        return retry.call(() -> {
            attempts.incrementAndGet();
            if (!left.isEmpty()) {
                throw left.remove();
            }
            return "result";
        });
    }

    @Test
    void aFailureOfThisKindIsRetriedAndCounted() throws Exception {
        SqlRetry retry = SqlRetry.times(3).on(SqlErrorKind.ROLLED_BACK).counting(counted::incrementAndGet);
        assertThat(call(retry, deadlock, deadlock)).isEqualTo("result");
        assertThat(counted).hasValue(2);
    }

    @Test
    void theLastAttemptsFailureIsThrownAndNotCounted() {
        SqlRetry retry = SqlRetry.times(2).on(SqlErrorKind.ROLLED_BACK).counting(counted::incrementAndGet);
        assertThatThrownBy(() -> call(retry, deadlock, deadlock)).isSameAs(deadlock);
        assertThat(attempts).hasValue(2);
        assertThat(counted).hasValue(1);
    }

    @Test
    void aFailureOfAnotherKindIsThrownAtOnce() {
        SqlRetry retry = SqlRetry.times(3).on(SqlErrorKind.ROLLED_BACK, SqlErrorKind.LOCKED);
        assertThatThrownBy(() -> call(retry, duplicate)).isSameAs(duplicate);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void withoutAKindEveryFailureIsRetriedWhileTheConditionHolds() throws Exception {
        assertThat(call(SqlRetry.times(3), duplicate, deadlock)).isEqualTo("result");
        attempts.set(0);
        SqlRetry once = SqlRetry.times(3).only(error -> attempts.get() < 2);
        assertThatThrownBy(() -> call(once, deadlock, duplicate)).isSameAs(duplicate);
    }

    @Test
    void afterItsTimeTheNextFailureIsThrown() {
        SqlRetry retry = SqlRetry.within(Duration.ofNanos(1)).on(SqlErrorKind.ROLLED_BACK);
        assertThatThrownBy(() -> call(retry, deadlock)).isSameAs(deadlock);
        assertThat(attempts).hasValue(1);
    }
}
