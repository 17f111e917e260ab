package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who has nothing to do does nothing: about one question a pulse, and no turns in between. */
class IdleTest {

    /** A whole loop with a counter in the place of the engine. */
    private static final class Counter implements PulseLoop.Audience {
        final AtomicInteger turns = new AtomicInteger();

        @Override
        public void event(MemberEvent event) {}

        @Override
        public void turned(ProtocolAgent agent, Optional<String> trouble) {
            turns.incrementAndGet();
        }

        @Override
        public void ended() {}
    }

    /**
     * Takes a few turns for each question, once it has found its place. Who counts may be late: turns are counted for no
     * longer than questions are.
     */
    private static void turnsAFewTimesFor(int questions, MoodyBoard board, MemberSettings self, Timing timing) {
        AtomicInteger calls = board.calls;
        Group group = Group.of("idle", Units.of("x", "y")).with(timing);
        MonotonicClock ticker = new MonotonicClock();
        ProtocolAgent agent = new ProtocolAgent(
                RunningMembership.rules(group), new RandomNumbers(), self, BoardMemory.NONE, ticker.now());
        Counter counter = new Counter();
        PulseLoop loop =
                new PulseLoop("idle", board, agent, ticker, timing.pulse().toNanos(), counter);
        Thread thread = new Thread(loop, "idle-" + self.id());
        thread.start();
        try {
            int settled = calls.get() + 12;
            Soon.until("it has found its place", () -> calls.get() >= settled);
            int from = calls.get();
            int turns = counter.turns.get();
            Soon.until("so many questions were asked", () -> calls.get() >= from + questions);
            int turnsMeanwhile = counter.turns.get() - turns;
            int callsMeanwhile = calls.get() - from;
            assertThat(turnsMeanwhile).isLessThan(4 * callsMeanwhile);
        } finally {
            loop.note(ProtocolAgent::abandon);
        }
    }

    @Test
    void anIdleMemberTurnsAFewTimesAPulse() {
        MoodyBoard board = new MoodyBoard(new MemoryBoard());
        turnsAFewTimesFor(20, board, new MemberSettings("a"), Stage.TIMING);
    }

    @Test
    void anObserverOfAnEmptyBoardTurnsAFewTimesAPulse() {
        MoodyBoard board = new MoodyBoard(new MemoryBoard());
        turnsAFewTimesFor(20, board, new MemberSettings("o").suspended(true), Stage.TIMING);
    }

    @Test
    void whoseBoardIsAwayTurnsAFewTimesAQuestion() {
        MoodyBoard board = new MoodyBoard(new MemoryBoard());
        board.isAway();
        turnsAFewTimesFor(12, board, new MemberSettings("a"), Stage.SHORT);
    }

    @Test
    void anIdleMemberAsksTheBoardAboutOnceAPulse() throws InterruptedException {
        try (Stage stage = Stage.ofTwo("idle")) {
            MoodyBoard way = new MoodyBoard(stage.board);
            Membership a = stage.join("a", way);
            Membership b = stage.join("b");
            Soon.running(a, b);
            Soon.until("all is calm", () -> a.status().calm() && b.status().calm());
            long began = System.nanoTime();
            int before = way.calls.get();
            Soon.until("many questions were asked", () -> way.calls.get() >= before + 25);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(took).isGreaterThan(Stage.TIMING.pulse().multipliedBy(18));
        }
    }

    @Test
    void whoReportsProgressAllTheTimeDoesNotTurnThePulse() throws InterruptedException {
        try (Stage stage = Stage.ofTwo("idle")) {
            MoodyBoard way = new MoodyBoard(stage.board);
            Membership a = stage.join("a", way);
            Soon.running(a);
            int before = way.calls.get();
            long began = System.nanoTime();
            while (way.calls.get() < before + 10) {
                a.progressed();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(Stage.TIMING.pulse().multipliedBy(5));
        }
    }
}
