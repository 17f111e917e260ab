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

/** What the server owes where it can end a transaction that stands still: on one place. */
@Timeout(120)
abstract class IdleLimitDuties {

    private static final int MOST_ATTEMPTS = 10;

    /** What PostgreSQL says of it; MariaDB only ends the connection. */
    private static final String IDLE_TOO_LONG = "25P03";

    private static final String CONNECTION_LOST = "08";

    private final Place place;
    private final Stage stage;

    IdleLimitDuties(Place place) {
        this.place = place;
        this.stage = new Stage(place, Stage.QUICK, Duration.ofMillis(600));
    }

    @AfterEach
    void everybodyGoes() {
        stage.close();
    }

    /** It has written and did not come to its fence: another transaction gets the same rows all the same. */
    @Test
    void theServerEndsATransactionThatStandsStillBeforeItsFence() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        unlessEnded(() -> {
            try (Connection stopped = place.pool().getConnection();
                    FencedTransaction transaction = stage.board().begin(stopped)) {
                stage.write(stopped, "same");
                unlessEnded(() -> Await.get(stage.threads.submit(() -> {
                    stage.work("same", a.hold("x").orElseThrow());
                    return true;
                })));
                assertThatThrownBy(() -> transaction.commit(List.of(a.hold("y").orElseThrow())))
                        .isInstanceOf(SQLException.class);
                return true;
            }
        });
        assertThat(stage.isDone("same")).isTrue();
    }

    /** What the server has ended because this very thread stood still for longer than the limit is begun anew. */
    private static <T> T unlessEnded(Callable<T> work) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.call();
            } catch (SQLException | ExecutionException e) {
                if (attempt == MOST_ATTEMPTS || !isOfTheLimit(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean isOfTheLimit(Exception why) {
        if (why instanceof ExecutionException && why.getCause() instanceof SQLException cause) {
            return isOfTheLimit(cause);
        }
        String state = why instanceof SQLException error ? String.valueOf(error.getSQLState()) : "";
        return state.equals(IDLE_TOO_LONG) || state.startsWith(CONNECTION_LOST);
    }

    @Test
    void theServerEndsACompletionThatStandsStill() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        try (HaltedCommit halted =
                unlessEnded(() -> new HaltedCommit(stage, "stopped", a.hold("x").orElseThrow()))) {
            stage.eject(a);
            assertThatThrownBy(halted::finish).hasRootCauseInstanceOf(Exception.class);
        }
        assertThat(stage.isDone("stopped")).isFalse();
    }
}
