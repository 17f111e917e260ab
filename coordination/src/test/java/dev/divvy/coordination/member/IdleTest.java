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

/** An idle member does nothing: about one request per pulse interval, and no turns in between. */
class IdleTest {

    /** Counts the turns of a loop, in the place of the engine. */
    private static final class Counter implements PulseLoop.Handler {
        final AtomicInteger turns = new AtomicInteger();

        @Override
        public void event(MemberEvent event) {}

        @Override
        public void turned(ProtocolAgent agent, Optional<String> problem) {
            turns.incrementAndGet();
        }

        @Override
        public void ended() {}
    }

    /**
     * Checks that the loop takes a few turns per request once it has joined. The checking thread may be late: turns are counted for no
     * longer than requests are.
     */
    private static void turnsAFewTimesFor(int requests, FaultyBoard board, MemberSettings self, Timing timing) {
        AtomicInteger calls = board.calls;
        Group group = Group.of("idle", Units.of("x", "y")).with(timing);
        MonotonicClock clock = new MonotonicClock();
        ProtocolAgent agent = new ProtocolAgent(
                RunningMembership.rules(group), new IncarnationNumbers(), self, BoardMemory.NONE, clock.now());
        Counter counter = new Counter();
        PulseLoop loop =
                new PulseLoop("idle", board, agent, clock, timing.pulse().toNanos(), counter);
        Thread thread = new Thread(loop, "idle-" + self.id());
        thread.start();
        try {
            int joined = calls.get() + 12;
            Soon.until("it has joined", () -> calls.get() >= joined);
            int from = calls.get();
            int turns = counter.turns.get();
            Soon.until("this many requests were sent", () -> calls.get() >= from + requests);
            int turnsMeanwhile = counter.turns.get() - turns;
            int callsMeanwhile = calls.get() - from;
            assertThat(turnsMeanwhile).isLessThan(4 * callsMeanwhile);
        } finally {
            loop.execute(ProtocolAgent::abandon);
        }
    }

    @Test
    void anIdleMemberTurnsAFewTimesAPulse() {
        FaultyBoard board = new FaultyBoard(new MemoryBoard());
        turnsAFewTimesFor(20, board, new MemberSettings("a"), GroupFixture.TIMING);
    }

    @Test
    void anObserverOfAnEmptyBoardTurnsAFewTimesAPulse() {
        FaultyBoard board = new FaultyBoard(new MemoryBoard());
        turnsAFewTimesFor(20, board, new MemberSettings("o").suspended(true), GroupFixture.TIMING);
    }

    @Test
    void aMemberWhoseBoardIsUnavailableTurnsAFewTimesARequest() {
        FaultyBoard board = new FaultyBoard(new MemoryBoard());
        board.fail();
        turnsAFewTimesFor(12, board, new MemberSettings("a"), GroupFixture.SHORT);
    }

    @Test
    void anIdleMemberAsksTheBoardAboutOnceAPulse() throws InterruptedException {
        try (GroupFixture fixture = GroupFixture.ofTwo("idle")) {
            FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
            Membership a = fixture.join("a", faultyBoard);
            Membership b = fixture.join("b");
            Soon.running(a, b);
            Soon.until(
                    "the group is calm", () -> a.status().calm() && b.status().calm());
            long began = System.nanoTime();
            int before = faultyBoard.calls.get();
            Soon.until("many requests were sent", () -> faultyBoard.calls.get() >= before + 25);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(took).isGreaterThan(GroupFixture.TIMING.pulse().multipliedBy(18));
        }
    }

    @Test
    void constantProgressReportsCauseNoExtraPulses() throws InterruptedException {
        try (GroupFixture fixture = GroupFixture.ofTwo("idle")) {
            FaultyBoard faultyBoard = new FaultyBoard(fixture.board);
            Membership a = fixture.join("a", faultyBoard);
            Soon.running(a);
            int before = faultyBoard.calls.get();
            long began = System.nanoTime();
            while (faultyBoard.calls.get() < before + 10) {
                a.progressed();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(GroupFixture.TIMING.pulse().multipliedBy(5));
        }
    }
}
