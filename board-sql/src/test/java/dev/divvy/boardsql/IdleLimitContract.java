package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.coordination.Membership;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The duties of a server that can end an idle transaction, on one database. */
@Timeout(120)
abstract class IdleLimitContract {

    private static final int MAX_ATTEMPTS = 10;

    /** The SQLState of PostgreSQL; MariaDB only ends the connection. */
    private static final String IDLE_TOO_LONG = "25P03";

    private static final String CONNECTION_LOST = "08";

    private final TestDatabase database;
    private final TwoProcessGroup group;

    IdleLimitContract(TestDatabase database) {
        this.database = database;
        this.group = new TwoProcessGroup(database, TwoProcessGroup.QUICK, Duration.ofMillis(600));
    }

    @AfterEach
    void closeGroup() {
        group.close();
    }

    /** The transaction has written, but not locked its fence: another transaction still gets the same rows. */
    @Test
    void theServerEndsATransactionThatIsIdleBeforeItsFence() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        retryIfEnded(() -> {
            try (Connection stopped = database.pool().getConnection();
                    FencedTransaction transaction = group.board().begin(stopped)) {
                group.write(stopped, "same");
                retryIfEnded(() -> Await.get(group.threads.submit(() -> {
                    group.work("same", a.hold("x").orElseThrow());
                    return true;
                })));
                assertThatThrownBy(() -> transaction.commit(List.of(a.hold("y").orElseThrow())))
                        .isInstanceOf(SQLException.class);
                return true;
            }
        });
        assertThat(group.isDone("same")).isTrue();
    }

    /** Repeats work that the server has ended because this very thread was paused for longer than the limit. */
    private static <T> T retryIfEnded(Callable<T> work) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.call();
            } catch (SQLException | ExecutionException e) {
                if (attempt == MAX_ATTEMPTS || !isIdleTimeout(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean isIdleTimeout(Exception why) {
        if (why instanceof ExecutionException && why.getCause() instanceof SQLException cause) {
            return isIdleTimeout(cause);
        }
        String state = why instanceof SQLException error ? String.valueOf(error.getSQLState()) : "";
        return state.equals(IDLE_TOO_LONG) || state.startsWith(CONNECTION_LOST);
    }

    @Test
    void theServerEndsAnIdleCompletion() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        try (PausedCommit paused = retryIfEnded(
                () -> new PausedCommit(group, "stopped", a.hold("x").orElseThrow()))) {
            group.eject(a);
            assertThatThrownBy(paused::finish).hasRootCauseInstanceOf(Exception.class);
        }
        assertThat(group.isDone("stopped")).isFalse();
    }
}
