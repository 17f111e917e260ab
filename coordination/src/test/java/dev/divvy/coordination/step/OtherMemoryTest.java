package dev.divvy.coordination.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.Self;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Sighting;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A board that came back with another memory, seen by one member that talks to it by hand. */
class OtherMemoryTest {

    private static final long SECOND = 1_000_000_000L;

    private final Table table = new Table();
    private BoardRecord board = BoardRecord.blank("first", false);
    private Agent agent = table.seat("a");
    private long now;

    @Test
    void aVersionOfAnotherMemoryIsReadAnewBeforeItIsBelieved() {
        holdEverything();
        Request.Pulse pulse = nextPulse();
        board = board.renewed(pulse.card());
        long deadline = agent.standing().lease().deadline();
        agent.pulsed(pulse, Optional.of(otherMemory().sighting(pulse.known())), now);

        assertThat(agent.standing().lease().deadline()).as("not renewed by it").isEqualTo(deadline);
        assertThat(nextPulse().known()).as("asks for the whole allocation").isEmpty();
    }

    @Test
    void aLateAnswerOfAnotherMemoryDoesNotRenewTheLease() {
        holdEverything();
        Request.Pulse pulse = nextPulse();
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
        agent = table.seat(new Self("b").suspended(true));
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

    private Request.Pulse nextPulse() {
        now += SECOND;
        return (Request.Pulse) agent.poll(now).orElseThrow();
    }

    /** Asks and answers until there is nothing more to ask. */
    private void turn() {
        for (Optional<Request> next = agent.poll(now); next.isPresent(); next = agent.poll(now)) {
            answer(next.get());
        }
    }

    private void answer(Request request) {
        if (request instanceof Request.Join join) {
            Admission admission = board.admission(join.card());
            board = board.with(join.card());
            agent.joined(join, admission, now);
        } else if (request instanceof Request.Pulse pulse) {
            board = board.renewed(pulse.card());
            Sighting seen = board.sighting(pulse.known());
            agent.pulsed(pulse, Optional.of(seen), now);
        } else if (request instanceof Request.Publish publish) {
            board = board.with(publish.publication().next());
            agent.published(publish, true, now);
        }
    }
}
