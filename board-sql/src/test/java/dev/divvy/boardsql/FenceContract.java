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

/** The duties of the fence on one database, tested with members that hold pieces. */
@Timeout(120)
abstract class FenceContract {

    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final int MAX_ATTEMPTS = 10;

    private final TestDatabase database;
    private TwoProcessGroup group;

    FenceContract(TestDatabase database) {
        this.database = database;
        this.group = new TwoProcessGroup(database);
    }

    @AfterEach
    void closeGroup() {
        group.close();
    }

    private void recreateGroup(Timing timing, Duration idle) {
        group.close();
        group = new TwoProcessGroup(database, timing, idle);
    }

    @Test
    void aHolderCommits() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        try (Hold x = a.hold("x").orElseThrow();
                Hold y = a.hold("y").orElseThrow()) {
            group.work("both", x, y);
        }
        assertThat(group.isDone("both")).isTrue();
    }

    @Test
    void anEjectedMemberIsRefusedAndNothingIsWritten() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        Connection connection = group.working("late");
        group.eject(a);
        // At the higher levels the transaction began before the ejection, and the database may refuse it by itself.
        assertThatThrownBy(() -> group.board().commit(connection, List.of(x)))
                .isInstanceOfAny(StaleHoldException.class, SQLException.class);
        TwoProcessGroup.end(connection);
        assertThatThrownBy(() -> group.work("later", x))
                .isInstanceOf(StaleHoldException.class)
                .hasMessageContaining("no longer on the board");
        assertThat(group.isDone("late") || group.isDone("later")).isFalse();
    }

    @Test
    void aReleasedPieceIsRefused() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        Hold y = a.hold("y").orElseThrow();
        Membership b = group.joinRemotely("b");
        Await.until("b holds one", () -> b.holds("x") || b.holds("y"));
        boolean xIsGone = b.holds("x");
        Hold gone = xIsGone ? x : y;
        Hold stays = xIsGone ? y : x;
        assertThatThrownBy(() -> group.work("gone", gone))
                .isInstanceOf(StaleHoldException.class)
                .hasMessageContaining("released");
        assertThatThrownBy(() -> group.work("gone", stays, gone)).isInstanceOf(StaleHoldException.class);
        assertThat(group.isDone("gone")).isFalse();
        group.work("stays", stays);
        assertThat(group.isDone("stays")).isTrue();
    }

    /** Emptied tables, or a restored backup, may bring back the same incarnation: then the lineage differs. */
    @Test
    void anotherLineageIsRefused() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        Hold x = a.hold("x").orElseThrow();
        database.execute("UPDATE divvy_board SET lineage = 'another' WHERE group_name = '" + group.name + "'");
        assertThatThrownBy(() -> group.work("old", x))
                .isInstanceOf(StaleHoldException.class)
                .hasMessageContaining("lineage another");
        assertThat(group.isDone("old")).isFalse();
        database.execute("UPDATE divvy_board SET lineage = '" + x.fence().lineage() + "' WHERE group_name = '"
                + group.name + "'");
    }

    @Test
    void anEjectionDoesNotHangBehindACompletionAndSucceedsAfterIt() throws Exception {
        recreateGroup(Timing.of(Duration.ofSeconds(1), Duration.ofMinutes(1)), IDLE);
        Membership a = group.running(group.joinLocally("a"));
        var incarnation = a.incarnation().orElseThrow();
        try (PausedCommit paused = new PausedCommit(group, "first", a.hold("x").orElseThrow())) {
            Await.until("a removal met the same beat before and after", () -> {
                long beat = group.beat("a");
                return refusesToRemove(incarnation, beat) && group.beat("a") == beat;
            });
            paused.finish();
        }
        group.eject(a);
        assertThat(group.isDone("first")).isTrue();
    }

    /** Returns whether the removal is refused; a timeout proves nothing. */
    private boolean refusesToRemove(Incarnation incarnation, long beat) {
        try {
            assertThat(group.remoteBoard().remove(incarnation, beat)).isFalse();
            return true;
        } catch (BoardUnavailableException e) {
            return false;
        }
    }

    @Test
    void thePulseGoesOnDuringACompletion() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        try (PausedCommit paused = new PausedCommit(group, "slow", a.hold("x").orElseThrow())) {
            long before = group.beat("a");
            Await.until("it beats", () -> group.beat("a") > before + 3);
            Await.until("it holds", () -> a.holds("x"));
            paused.finish();
        }
        assertThat(group.isDone("slow")).isTrue();
    }

    /** The completion has to begin within the grace; after a pause of the machine the test tries again. */
    @Test
    void anAcknowledgementWaitsForACompletionAndThePulseDoesNot() throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                anAcknowledgementWaits();
                return;
            } catch (StaleHoldException e) {
                assertThat(attempt).as("attempts that came too late: %s", e).isLessThan(MAX_ATTEMPTS);
            }
        }
    }

    private void anAcknowledgementWaits() throws Exception {
        recreateGroup(TwoProcessGroup.QUICK.withGrace(Duration.ofMillis(1500)), IDLE);
        Membership a = group.running(group.joinLocally("a"));
        // Closed at the end: a member that leaves with an open hold waits for the whole grace.
        try (Hold x = a.hold("x").orElseThrow();
                Hold y = a.hold("y").orElseThrow()) {
            Membership b = group.joinRemotely("b");
            Await.until("a piece is on its way to b", () -> x.stopping() || y.stopping());
            Hold moving = x.stopping() ? x : y;
            try (PausedCommit paused = new PausedCommit(group, "first", moving)) {
                Await.until("its grace is over", moving::released);
                long before = group.beat("a");
                Await.until("it beats, and again", () -> group.beat("a") > before + 1);
                assertThat(b.holds(moving.piece()))
                        .as("b holds a piece while a completes on it")
                        .isFalse();
                assertThat(a.portion().holdings())
                        .as("the holdings that a keeps")
                        .hasSize(1);
                paused.finish();
            }
            Await.until("b holds it", () -> b.holds(moving.piece()));
        }
        assertThat(group.isDone("first")).isTrue();
    }

    @Test
    void completionsDoNotStarveAnAcknowledgement() throws Exception {
        Membership a = group.running(group.joinLocally("a"));
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger done = new AtomicInteger();
        Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String row = "w" + i + "-";
            workers.add(group.threads.submit(() -> {
                while (!over.get()) {
                    a.hold("x").ifPresent(hold -> complete(row, done, hold, refusals));
                    a.hold("y").ifPresent(hold -> complete(row, done, hold, refusals));
                }
            }));
        }
        Await.until("completions flow", () -> done.get() > 20);
        Membership b = group.joinRemotely("b");
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

    /** Completes once. Work that is refused, or rolled back by the database at the higher levels, is simply not done. */
    private void complete(String row, AtomicInteger done, Hold hold, Queue<Refusal> refusals) {
        try (hold) {
            group.work(row + done.incrementAndGet() + "-" + System.nanoTime(), hold);
        } catch (StaleHoldException e) {
            refusals.add(new Refusal(hold, e));
        } catch (SQLException e) {
            assertThat(SqlErrorKind.of(e)).isEqualTo(SqlErrorKind.ROLLED_BACK);
        }
    }
}
