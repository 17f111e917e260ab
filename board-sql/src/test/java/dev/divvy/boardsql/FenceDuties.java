package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Incarnation;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the fence owes, with real members that hold: on one place. */
@Timeout(120)
abstract class FenceDuties {

    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final int MOST_ATTEMPTS = 10;

    private final Place place;
    private Stage stage;

    FenceDuties(Place place) {
        this.place = place;
        this.stage = new Stage(place);
    }

    @AfterEach
    void everybodyGoes() {
        stage.close();
    }

    private void restage(Timing timing, Duration idle) {
        stage.close();
        stage = new Stage(place, timing, idle);
    }

    @Test
    void aHolderCommits() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        try (Hold x = a.hold("x").orElseThrow();
                Hold y = a.hold("y").orElseThrow()) {
            stage.work("both", x, y);
        }
        assertThat(stage.isDone("both")).isTrue();
    }

    @Test
    void whoWasTakenOffIsRefusedAndNothingIsWritten() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        Connection connection = stage.working("late");
        stage.eject(a);
        // At the higher levels the transaction began before the ejection, and the database may refuse it by itself.
        assertThatThrownBy(() -> stage.board().commit(connection, List.of(x)))
                .isInstanceOfAny(StaleHoldException.class, SQLException.class);
        Stage.end(connection);
        assertThatThrownBy(() -> stage.work("later", x))
                .isInstanceOf(StaleHoldException.class)
                .hasMessageContaining("taken off the board");
        assertThat(stage.isDone("late") || stage.isDone("later")).isFalse();
    }

    @Test
    void whatWasHandedOverIsRefused() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        Hold y = a.hold("y").orElseThrow();
        Membership b = stage.joinThere("b");
        Await.until("b holds one", () -> b.holds("x") || b.holds("y"));
        boolean xIsGone = b.holds("x");
        Hold gone = xIsGone ? x : y;
        Hold stays = xIsGone ? y : x;
        assertThatThrownBy(() -> stage.work("gone", gone))
                .isInstanceOf(StaleHoldException.class)
                .hasMessageContaining("let go");
        assertThatThrownBy(() -> stage.work("gone", stays, gone)).isInstanceOf(StaleHoldException.class);
        assertThat(stage.isDone("gone")).isFalse();
        stage.work("stays", stays);
        assertThat(stage.isDone("stays")).isTrue();
    }

    /** Emptied tables, or a backup, may bring back the very incarnation: then the lineage tells. */
    @Test
    void anotherLineageIsRefused() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        Hold x = a.hold("x").orElseThrow();
        place.execute("UPDATE divvy_board SET lineage = 'another' WHERE group_name = '" + stage.name + "'");
        assertThatThrownBy(() -> stage.work("old", x))
                .isInstanceOf(StaleHoldException.class)
                .hasMessageContaining("lineage another");
        assertThat(stage.isDone("old")).isFalse();
        place.execute("UPDATE divvy_board SET lineage = '" + x.fence().lineage() + "' WHERE group_name = '" + stage.name
                + "'");
    }

    @Test
    void anEjectionDoesNotHangBehindACompletionAndSucceedsAfterIt() throws Exception {
        restage(Timing.of(Duration.ofSeconds(1), Duration.ofMinutes(1)), IDLE);
        Membership a = stage.running(stage.joinHere("a"));
        var life = a.life().orElseThrow();
        try (HaltedCommit halted = new HaltedCommit(stage, "first", a.hold("x").orElseThrow())) {
            Await.until("a removal met the same beat before and after", () -> {
                long beat = stage.beat("a");
                return refusesToRemove(life, beat) && stage.beat("a") == beat;
            });
            halted.finish();
        }
        stage.eject(a);
        assertThat(stage.isDone("first")).isTrue();
    }

    /** Whether it says so: an answer that did not come in time says nothing. */
    private boolean refusesToRemove(Incarnation life, long beat) {
        try {
            assertThat(stage.boardThere().remove(life, beat)).isFalse();
            return true;
        } catch (BoardUnavailableException e) {
            return false;
        }
    }

    @Test
    void thePulseGoesOnDuringACompletion() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        try (HaltedCommit halted = new HaltedCommit(stage, "slow", a.hold("x").orElseThrow())) {
            long before = stage.beat("a");
            Await.until("it beats", () -> stage.beat("a") > before + 3);
            Await.until("it holds", () -> a.holds("x"));
            halted.finish();
        }
        assertThat(stage.isDone("slow")).isTrue();
    }

    /** The completion has to begin within the grace; a machine that stood still meanwhile gets another chance. */
    @Test
    void anAcknowledgementWaitsForACompletionAndThePulseDoesNot() throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                anAcknowledgementWaits();
                return;
            } catch (StaleHoldException e) {
                assertThat(attempt).as("attempts that came too late: %s", e).isLessThan(MOST_ATTEMPTS);
            }
        }
    }

    private void anAcknowledgementWaits() throws Exception {
        restage(Stage.QUICK.withGrace(Duration.ofMillis(1500)), IDLE);
        Membership a = stage.running(stage.joinHere("a"));
        // Closed in the end: a member that leaves with an open hold waits for the whole grace.
        try (Hold x = a.hold("x").orElseThrow();
                Hold y = a.hold("y").orElseThrow()) {
            Membership b = stage.joinThere("b");
            Await.until("a piece is on its way to b", () -> x.stopping() || y.stopping());
            Hold going = x.stopping() ? x : y;
            try (HaltedCommit halted = new HaltedCommit(stage, "first", going)) {
                Await.until("its grace is over", going::released);
                long before = stage.beat("a");
                Await.until("it beats, and again", () -> stage.beat("a") > before + 1);
                assertThat(b.holds(going.piece()))
                        .as("b holds a piece while a completes on it")
                        .isFalse();
                assertThat(a.portion().holdings()).as("what a keeps").hasSize(1);
                halted.finish();
            }
            Await.until("b holds it", () -> b.holds(going.piece()));
        }
        assertThat(stage.isDone("first")).isTrue();
    }

    @Test
    void completionsDoNotStarveAnAcknowledgement() throws Exception {
        Membership a = stage.running(stage.joinHere("a"));
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger done = new AtomicInteger();
        Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String row = "w" + i + "-";
            workers.add(stage.threads.submit(() -> {
                while (!over.get()) {
                    a.hold("x").ifPresent(hold -> complete(row, done, hold, refusals));
                    a.hold("y").ifPresent(hold -> complete(row, done, hold, refusals));
                }
            }));
        }
        Await.until("completions flow", () -> done.get() > 20);
        Membership b = stage.joinThere("b");
        Await.until("b holds one", () -> b.holds("x") || b.holds("y"));
        int before = done.get();
        Await.until("completions still flow", () -> done.get() > before);
        over.set(true);
        for (Future<?> worker : workers) {
            Await.get(worker);
        }
        for (Refusal refusal : refusals) {
            Await.until("a learns why: " + refusal.why().getMessage(), refusal.hold()::stopping);
        }
    }

    private record Refusal(Hold hold, StaleHoldException why) {}

    /** What is refused, or rolled back by the database at the higher levels, is simply not done. */
    private void complete(String row, AtomicInteger done, Hold hold, Queue<Refusal> refusals) {
        try (hold) {
            stage.work(row + done.incrementAndGet() + "-" + System.nanoTime(), hold);
        } catch (StaleHoldException e) {
            refusals.add(new Refusal(hold, e));
        } catch (SQLException e) {
            assertThat(SqlErrorKind.of(e)).isEqualTo(SqlErrorKind.ROLLED_BACK);
        }
    }
}
