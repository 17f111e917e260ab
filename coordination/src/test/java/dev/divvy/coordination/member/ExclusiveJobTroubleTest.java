package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.coordination.ExclusiveRun;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ExclusiveJobTroubleTest {

    private final Stage stage = Stage.ofTwo("trouble");
    private final MoodyBoard way = new MoodyBoard(stage.board);
    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    @BeforeEach
    void leasesEndSoon() {
        stage.timed(Stage.SHORT);
    }

    @AfterEach
    void everybodyGoes() {
        way.answers();
        open.countDown();
        stage.close();
    }

    /** A job that waits until it is interrupted, and answers whether it might have gone on. */
    private boolean wait(ExclusiveRun alone) {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            return alone.valid();
        }
        return true;
    }

    private void falls(MoodyBoard board) {
        int before = board.calls.get();
        board.hangsHard(open);
        Soon.until("it is silent", () -> board.calls.get() > before);
    }

    @Test
    void aJobEndsWithTheLeaseWhileTheBoardIsSilent() throws Exception {
        Membership a = stage.join("a", way);
        Soon.running(a);
        CompletableFuture<Boolean> valid = a.runAlone(this::wait);
        Soon.until(begun);
        falls(way);
        assertThat(Soon.get(valid)).isFalse();
        assertThat(open.getCount()).as("the board is silent still").isEqualTo(1);
    }

    @Test
    void whoClosesBesideASilentBoardEndsItsJob() throws Exception {
        Membership a = stage.join("a", way);
        Soon.running(a);
        CompletableFuture<Boolean> valid = a.runAlone(this::wait);
        Soon.until(begun);
        falls(way);
        a.close();
        assertThat(Soon.get(valid)).isFalse();
        assertThat(open.getCount()).as("the board is silent still").isEqualTo(1);
    }

    @Test
    void whatHangsOnAnAnswerDoesNotRunOnTheThreadOfTheJob() throws Exception {
        Membership a = stage.join("a", way);
        CompletableFuture<String> thread = a.runAlone(alone -> {
                    Soon.until(open);
                    return "done";
                })
                .thenApply(done -> Thread.currentThread().getName());
        open.countDown();
        assertThat(Soon.get(thread)).doesNotStartWith("divvy-");
    }

    @Test
    void aJobIsAskedForAgainWhenTheBoardWasSetBackToBeforeIt() throws Exception {
        stage.timed(
                Stage.SHORT.withGrace(Stage.PATIENT.grace())); // the work in flight delays the job until it was seen
        ForgetfulBoard board = new ForgetfulBoard();
        Membership a = stage.join("a", new MoodyBoard(board));
        Membership b = stage.join("b", new MoodyBoard(board));
        Soon.running(a, b);
        Soon.until("each has one", () -> a.portion().count() == 1 && b.portion().count() == 1);
        Hold inFlight = Soon.got(
                "b holds", () -> b.portion().names().stream().findFirst().flatMap(b::hold));
        board.remember();
        CompletableFuture<String> answer = a.runAlone(alone -> "done");
        Soon.until("a knows that it was granted", () -> a.status().exclusive().isPresent() || answer.isDone());
        board.setBack();
        inFlight.close();
        assertThat(Soon.get(answer)).isEqualTo("done");
    }

    @Test
    void whereNoThreadIsToBeHadTheJobFailsAndTheGroupGoesOn() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        CompletableFuture<ExclusiveJobs> jobs = new CompletableFuture<>();
        MonotonicClock ticker = new MonotonicClock();
        ProtocolAgent agent = new ProtocolAgent(
                RunningMembership.rules(stage.group),
                new RandomNumbers(),
                new MemberSettings("a"),
                BoardMemory.NONE,
                ticker.now());
        PulseLoop loop = new PulseLoop("a", stage.board, agent, ticker, 1, new PulseLoop.Audience() {
            @Override
            public void event(MemberEvent event) {
                jobs.join().event(event);
            }

            @Override
            public void turned(ProtocolAgent one, Optional<String> trouble) {
                jobs.join().look(one, ticker.now());
            }

            @Override
            public void ended() {}
        });
        ExclusiveJobs.Right right = new ExclusiveJobs.Right() {
            @Override
            public boolean leased() {
                return true;
            }

            @Override
            public long left() {
                return Soon.LIMIT.toNanos();
            }
        };
        jobs.complete(new ExclusiveJobs((role, work) -> full.get() ? new NoThread() : new Thread(work), loop, right));
        Thread pulse = new Thread(loop);
        pulse.start();
        try {
            assertThatThrownBy(() -> Soon.get(jobs.join().add(alone -> "never")))
                    .hasMessageContaining("no thread");
            full.set(false);
            CompletableFuture<String> next = jobs.join().add(alone -> "next");
            assertThat(Soon.get(next)).isEqualTo("next");
        } finally {
            loop.note(ProtocolAgent::abandon);
            pulse.join(Soon.LIMIT.toMillis());
        }
    }

    private static final class NoThread extends Thread {
        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("no thread is left");
        }
    }
}
