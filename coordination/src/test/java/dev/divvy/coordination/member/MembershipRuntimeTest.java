package dev.divvy.coordination.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.memory.MemoryBoard;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MembershipRuntimeTest {

    private final Group group = Group.of("engines", Units.of("x", "y")).with(GroupFixture.TIMING);
    private final MonotonicClock clock = new MonotonicClock();
    private final ProtocolAgent agent = new ProtocolAgent(
            RunningMembership.rules(group),
            new IncarnationNumbers(),
            new MemberSettings("a"),
            BoardMemory.NONE,
            clock.now());

    @Test
    void aMemberThatCannotHandleAnEventAbandonsTheGroupBeforeItSendsAnything() {
        MembershipRuntime engine = new MembershipRuntime(group, "a", new MemoryBoard(), agent, clock);
        engine.event(new MemberEvent.Dropped(Optional.empty(), Runs.of(7, 9)));
        engine.turned(agent, Optional.empty());
        assertThat(agent.isGone()).isTrue();
        assertThat(engine.leased()).isFalse();
    }

    @Test
    void aMemberThatAbandonsDuringATurnSendsNothingToTheBoard() {
        AtomicInteger ended = new AtomicInteger();
        FaultyBoard faultyBoard = new FaultyBoard(new MemoryBoard());
        new PulseLoop("a", faultyBoard, agent, clock, 1, new PulseLoop.Handler() {
                    @Override
                    public void event(MemberEvent event) {}

                    @Override
                    public void turned(ProtocolAgent turning, Optional<String> problem) {
                        turning.abandon();
                    }

                    @Override
                    public void ended() {
                        ended.incrementAndGet();
                    }
                })
                .run();
        assertThat(ended).hasValue(1);
        assertThat(faultyBoard.calls).hasValue(0);
    }
}
