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
class ExclusiveJobProblemTest {

    private final GroupFixture fixture = GroupFixture.ofTwo("problem");
    private final FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    @BeforeEach
    void leasesEndSoon() {
        fixture.timed(GroupFixture.SHORT);
    }

    @AfterEach
    void closeAll() {
        faultyBoard.recover();
        open.countDown();
        fixture.close();
    }

    /** A job that waits until it is interrupted, and returns whether it might have continued. */
    private boolean wait(ExclusiveRun run) {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            return run.valid();
        }
        return true;
    }

    private void silence(FaultyBoard board) {
        int before = board.calls.get();
        board.hangUninterruptibly(open);
        Soon.until("it is silent", () -> board.calls.get() > before);
    }

    @Test
    void aJobEndsWithTheLeaseWhileTheBoardIsSilent() throws Exception {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        CompletableFuture<Boolean> valid = a.runAlone(this::wait);
        Soon.until(begun);
        silence(faultyBoard);
        assertThat(Soon.get(valid)).isFalse();
        assertThat(open.getCount()).as("the board is silent still").isEqualTo(1);
    }

    @Test
    void aMemberThatClosesWithASilentBoardEndsItsJob() throws Exception {
        Membership a = fixture.join("a", faultyBoard);
        Soon.running(a);
        CompletableFuture<Boolean> valid = a.runAlone(this::wait);
        Soon.until(begun);
        silence(faultyBoard);
        a.close();
        assertThat(Soon.get(valid)).isFalse();
        assertThat(open.getCount()).as("the board is silent still").isEqualTo(1);
    }

    @Test
    void dependentsOfAFutureDoNotRunOnTheJobsThread() throws Exception {
        Membership a = fixture.join("a", faultyBoard);
        CompletableFuture<String> thread = a.runAlone(run -> {
                    Soon.until(open);
                    return "done";
                })
                .thenApply(done -> Thread.currentThread().getName());
        open.countDown();
        assertThat(Soon.get(thread)).doesNotStartWith("divvy-");
    }

    @Test
    void aJobIsAskedForAgainWhenTheBoardWasSetBackToBeforeIt() throws Exception {
        fixture.timed(GroupFixture.SHORT.withGrace(
                GroupFixture.LONG_GRACE.grace())); // so that work in flight delays the job until the grant was seen
        ForgetfulBoard board = new ForgetfulBoard();
        Membership a = fixture.join("a", new FaultyBoard(board));
        Membership b = fixture.join("b", new FaultyBoard(board));
        Soon.running(a, b);
        Soon.until("each has one", () -> a.portion().count() == 1 && b.portion().count() == 1);
        Hold inFlight = Soon.got(
                "b holds", () -> b.portion().names().stream().findFirst().flatMap(b::hold));
        board.remember();
        CompletableFuture<String> answer = a.runAlone(run -> "done");
        Soon.until("a knows that it was granted", () -> a.status().exclusive().isPresent() || answer.isDone());
        board.setBack();
        inFlight.close();
        assertThat(Soon.get(answer)).isEqualTo("done");
    }

    @Test
    void withoutAThreadTheJobFailsAndTheGroupResumes() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        CompletableFuture<ExclusiveJobs> jobs = new CompletableFuture<>();
        MonotonicClock clock = new MonotonicClock();
        ProtocolAgent agent = new ProtocolAgent(
                RunningMembership.rules(fixture.group),
                new IncarnationNumbers(),
                new MemberSettings("a"),
                BoardMemory.NONE,
                clock.now());
        PulseLoop loop = new PulseLoop("a", fixture.board, agent, clock, 1, new PulseLoop.Handler() {
            @Override
            public void event(MemberEvent event) {
                jobs.join().event(event);
            }

            @Override
            public void turned(ProtocolAgent turning, Optional<String> problem) {
                jobs.join().look(turning, clock.now());
            }

            @Override
            public void ended() {}
        });
        ExclusiveJobs.LeaseState lease = new ExclusiveJobs.LeaseState() {
            @Override
            public boolean leased() {
                return true;
            }

            @Override
            public long left() {
                return Soon.LIMIT.toNanos();
            }
        };
        jobs.complete(new ExclusiveJobs((role, work) -> full.get() ? new NoThread() : new Thread(work), loop, lease));
        Thread pulse = new Thread(loop);
        pulse.start();
        try {
            assertThatThrownBy(() -> Soon.get(jobs.join().add(run -> "never"))).hasMessageContaining("no thread");
            full.set(false);
            CompletableFuture<String> next = jobs.join().add(run -> "next");
            assertThat(Soon.get(next)).isEqualTo("next");
        } finally {
            loop.execute(ProtocolAgent::abandon);
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
