package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A board that came back with another memory, seen by one member that talks to it by hand. */
class OtherMemoryTest {

    private static final long SECOND = 1_000_000_000L;

    private final Table table = new Table();
    private BoardRecord board = BoardRecord.blank("first", false);
    private ProtocolAgent agent = table.seat("a");
    private long now;

    @Test
    void aVersionOfAnotherMemoryIsReadAnewBeforeItIsBelieved() {
        holdEverything();
        BoardRequest.Pulse pulse = nextPulse();
        board = board.renewed(pulse.card());
        long deadline = agent.standing().lease().deadline();
        agent.pulsed(pulse, Optional.of(otherMemory().sighting(pulse.known())), now);

        assertThat(agent.standing().lease().deadline()).as("not renewed by it").isEqualTo(deadline);
        assertThat(nextPulse().known()).as("asks for the whole allocation").isEmpty();
    }

    @Test
    void aLateAnswerOfAnotherMemoryDoesNotRenewTheLease() {
        holdEverything();
        BoardRequest.Pulse pulse = nextPulse();
        board = board.renewed(pulse.card());
        long deadline = agent.standing().lease().deadline();
        agent.failed(pulse, now);

        agent.pulsed(pulse, Optional.of(otherMemory().sighting(pulse.known())), now);
        assertThat(agent.standing().lease().deadline()).isEqualTo(deadline);
        agent.pulsed(pulse, Optional.of(board.sighting(pulse.known())), now);
        assertThat(agent.standing().lease().deadline())
                .as("the same memory does")
                .isGreaterThan(deadline);
    }

    @Test
    void aMemberThatMayOwnNothingSleepsWhenABoardWasFounded() {
        board = BoardRecord.blank("flushed", true);
        agent = table.seat(new MemberSettings("b").suspended(true));
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
        assertThat(agent.standing().holdings().held().count()).isEqualTo(12);
    }

    private BoardRecord otherMemory() {
        return new BoardRecord("second", board.cards(), board.highest(), board.allocation(), true);
    }

    private BoardRequest.Pulse nextPulse() {
        now += SECOND;
        return (BoardRequest.Pulse) agent.poll(now).orElseThrow();
    }

    /** Asks and answers until there is nothing more to ask. */
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
            BoardSnapshot seen = board.sighting(pulse.known());
            agent.pulsed(pulse, Optional.of(seen), now);
        } else if (request instanceof BoardRequest.Publish publish) {
            board = board.with(publish.publication().next());
            agent.published(publish, true, now);
        }
    }
}
