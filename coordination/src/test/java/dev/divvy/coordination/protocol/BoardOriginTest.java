package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A board that came back with another origin, seen by one member whose requests the test answers itself. */
class BoardOriginTest {

    private static final long SECOND = 1_000_000_000L;

    private final ManualCluster cluster = new ManualCluster();
    private BoardRecord board = BoardRecord.blank("first", false);
    private ProtocolAgent agent = cluster.start("a");
    private long now;

    @Test
    void aVersionOfAnotherOriginIsReadInFullBeforeItIsUsed() {
        holdEverything();
        BoardRequest.Pulse pulse = nextPulse();
        board = board.renewed(pulse.card());
        long deadline = agent.state().lease().deadline();
        agent.pulsed(pulse, Optional.of(withAnotherOrigin().snapshot(pulse.known())), now);

        assertThat(agent.state().lease().deadline()).as("not renewed by it").isEqualTo(deadline);
        assertThat(nextPulse().known()).as("asks for the whole allocation").isEmpty();
    }

    @Test
    void aLateReplyOfAnotherOriginDoesNotRenewTheLease() {
        holdEverything();
        BoardRequest.Pulse pulse = nextPulse();
        board = board.renewed(pulse.card());
        long deadline = agent.state().lease().deadline();
        agent.failed(pulse, now);

        agent.pulsed(pulse, Optional.of(withAnotherOrigin().snapshot(pulse.known())), now);
        assertThat(agent.state().lease().deadline()).isEqualTo(deadline);
        agent.pulsed(pulse, Optional.of(board.snapshot(pulse.known())), now);
        assertThat(agent.state().lease().deadline()).as("the same origin does").isGreaterThan(deadline);
    }

    @Test
    void aMemberThatMayOwnNothingSleepsWhenABoardWasFounded() {
        board = BoardRecord.blank("flushed", true);
        agent = cluster.start(new MemberSettings("b").suspended(true));
        for (int i = 0; i < 10; i++) {
            turn();
            now += SECOND;
        }
        turn();
        assertThat(board.allocation().filter(Allocation::isFounding)).isPresent();
        assertThat(agent.wakeAt()).isGreaterThan(now);
    }

    private void holdEverything() {
        for (int i = 0; i < 3; i++) {
            turn();
            now += SECOND;
        }
        assertThat(agent.state().holdings().held().count()).isEqualTo(12);
    }

    private BoardRecord withAnotherOrigin() {
        return new BoardRecord("second", board.cards(), board.highest(), board.allocation(), true);
    }

    private BoardRequest.Pulse nextPulse() {
        now += SECOND;
        return (BoardRequest.Pulse) agent.poll(now).orElseThrow();
    }

    /** Polls the agent and answers its requests until it has none. */
    private void turn() {
        for (Optional<BoardRequest> next = agent.poll(now); next.isPresent(); next = agent.poll(now)) {
            answer(next.get());
        }
    }

    private void answer(BoardRequest request) {
        if (request instanceof BoardRequest.Join join) {
            Admission admission = board.admission(join.card());
            board = board.with(join.card());
            agent.joined(join, admission, now);
        } else if (request instanceof BoardRequest.Pulse pulse) {
            board = board.renewed(pulse.card());
            BoardSnapshot seen = board.snapshot(pulse.known());
            agent.pulsed(pulse, Optional.of(seen), now);
        } else if (request instanceof BoardRequest.Publish publish) {
            board = board.with(publish.publication().next());
            agent.published(publish, true, now);
        }
    }
}
