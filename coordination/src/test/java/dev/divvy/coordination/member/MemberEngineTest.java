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

class MemberEngineTest {

    private final Group group = Group.of("engines", Units.of("x", "y")).with(Stage.TIMING);
    private final MonotonicClock ticker = new MonotonicClock();
    private final ProtocolAgent agent = new ProtocolAgent(
            RunningMembership.rules(group),
            new RandomNumbers(),
            new MemberSettings("a"),
            BoardMemory.NONE,
            ticker.now());

    @Test
    void whoCannotFollowAnEventHoldsNothingAndGoesBeforeItSaysAnything() {
        MemberEngine engine = new MemberEngine(group, "a", new MemoryBoard(), agent, ticker);
        engine.event(new MemberEvent.Dropped(Optional.empty(), Runs.of(7, 9)));
        engine.turned(agent, Optional.empty());
        assertThat(agent.isGone()).isTrue();
        assertThat(engine.leased()).isFalse();
    }

    @Test
    void whoWentWhileItWasToldAsksNothingOfTheBoard() {
        AtomicInteger ended = new AtomicInteger();
        MoodyBoard way = new MoodyBoard(new MemoryBoard());
        new PulseLoop("a", way, agent, ticker, 1, new PulseLoop.Audience() {
                    @Override
                    public void event(MemberEvent event) {}

                    @Override
                    public void turned(ProtocolAgent one, Optional<String> trouble) {
                        one.abandon();
                    }

                    @Override
                    public void ended() {
                        ended.incrementAndGet();
                    }
                })
                .run();
        assertThat(ended).hasValue(1);
        assertThat(way.calls).hasValue(0);
    }
}
