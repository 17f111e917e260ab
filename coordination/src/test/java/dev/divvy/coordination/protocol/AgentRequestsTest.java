package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a member asks of its board, when, and what it makes of answers that are late or never come. */
class AgentRequestsTest {

    private static final long PULSE = Scene.TIMING.pulse().toNanos();

    private final Table table = new Table();

    @Test
    void oneRequestIsUnderWayAtATime() {
        ProtocolAgent agent = table.seat("a");
        BoardRequest join = agent.poll(0).orElseThrow();
        assertThat(agent.poll(0)).isEmpty();
        assertThat(agent.poll(100 * PULSE)).isEmpty();
        assertThat(agent.wakeAt()).isEqualTo(Long.MAX_VALUE);
        agent.failed(join, 0);
        assertThat(agent.poll(PULSE)).isPresent();
    }

    @Test
    void aRequestThatFailedIsFollowedByAnotherSoonAndThenLater() {
        ProtocolAgent agent = table.seat("a");
        long now = 0;
        for (int failures = 1; failures <= 10; failures++) {
            agent.failed(agent.poll(now).orElseThrow(), now);
            assertThat(agent.failures()).isEqualTo(failures);
            long wait = RetryDelay.after(failures, "a", Scene.TIMING);
            assertThat(agent.wakeAt()).isEqualTo(now + wait);
            assertThat(agent.poll(now + wait - 1)).isEmpty();
            now += wait;
        }
    }

    @Test
    void theFirstAnswerEndsTheRowOfFailures() {
        ProtocolAgent agent = table.seat("a");
        table.lost = request -> true;
        table.run(3000);
        assertThat(agent.failures()).isGreaterThan(1);
        table.lost = request -> false;
        table.run(6000);
        assertThat(agent.failures()).isZero();
        assertThat(table.held("a")).isEqualTo(12);
    }

    @Test
    void aLateAnswerRenewsTheLeaseAndNothingElse() {
        ProtocolAgent agent = table.seat("a");
        table.run(1500);
        BoardRequest.Pulse pulse = nextPulse(agent);
        Optional<BoardSnapshot> answer = table.board.pulse(pulse.card(), pulse.known());
        agent.failed(pulse, pulse.sentAt() + 1);
        ProtocolState before = agent.standing();
        agent.pulsed(pulse, answer, pulse.sentAt() + 2);
        assertThat(agent.standing())
                .isEqualTo(before.with(before.lease().renewed(pulse.sentAt(), Scene.TIMING)))
                .isNotEqualTo(before);
        assertThat(agent.failures()).as("it is still known as failed").isEqualTo(1);
    }

    @Test
    void aLateAnswerThatItWasEjectedCounts() {
        ProtocolAgent agent = table.seat("a");
        table.run(1500);
        BoardRequest.Pulse pulse = nextPulse(agent);
        agent.failed(pulse, pulse.sentAt() + 1);
        BoardRequest.Pulse next = nextPulse(agent);
        agent.pulsed(pulse, Optional.empty(), next.sentAt());
        assertThat(agent.standing().post()).isEmpty();
        assertThat(agent.standing().holdings().isEmpty()).isTrue();
        assertThat(agent.outstanding()).isEmpty();
        agent.pulsed(next, Optional.empty(), next.sentAt());
        assertThat(agent.events())
                .filteredOn(MemberEvent.Ejected.class::isInstance)
                .as("told once")
                .hasSize(1);
    }

    @Test
    void anEjectedMemberComesBackWithAHigherNumber() {
        ProtocolAgent agent = table.seat("a");
        table.run(1500);
        Incarnation before = agent.standing().life().orElseThrow();
        long beat = agent.standing().card().beat();
        assertThat(table.board.remove(before, beat)).isTrue();
        table.run(3000);
        assertThat(agent.standing().life().orElseThrow()).isGreaterThan(before);
        assertThat(table.held("a")).isEqualTo(12);
    }

    @Test
    void aHintLeadsToAPulseButNotToMoreThanTwentyInAPulsesTime() {
        ProtocolAgent agent = table.seat("a");
        table.run(2500);
        table.requests.clear();
        agent.hint();
        table.run(60);
        assertThat(table.requests(BoardRequest.Pulse.class))
                .as("after one hint")
                .hasSize(1);
        table.requests.clear();
        for (int milli = 0; milli < 1000; milli++) {
            agent.hint();
            table.run(1);
        }
        assertThat(table.requests(BoardRequest.Pulse.class)).hasSizeBetween(19, 21);
    }

    @Test
    void aHintDoesNotCutTheWaitAfterAFailureShort() {
        ProtocolAgent agent = table.seat("a");
        table.run(1500);
        BoardRequest.Pulse pulse = nextPulse(agent);
        agent.failed(pulse, table.now);
        agent.hint();
        long wait = RetryDelay.after(1, "a", Scene.TIMING);
        assertThat(agent.poll(table.now + wait - 1)).isEmpty();
        assertThat(agent.poll(table.now + wait)).isPresent();
    }

    @Test
    void aLeaverWhoseRemovalIsNotAnsweredLooksBeforeItAsksAgain() {
        ProtocolAgent agent = table.seat("a");
        table.run(1500);
        table.lost = request -> request instanceof BoardRequest.Remove;
        agent.become(MemberSettings::leave);
        table.run(3000);
        assertThat(agent.isGone()).isFalse();
        List<BoardRequest> last = table.requests.subList(table.requests.size() - 4, table.requests.size());
        assertThat(last)
                .filteredOn(BoardRequest.Remove.class::isInstance)
                .as("every other one")
                .hasSize(2);
        table.lost = request -> false;
        table.run(6000);
        assertThat(agent.isGone()).isTrue();
    }

    @Test
    void withoutHintsItPulsesOnceAPulse() {
        table.seat("a");
        table.run(2500);
        table.requests.clear();
        table.run(10_000);
        assertThat(table.requests).hasSize(10).allMatch(BoardRequest.Pulse.class::isInstance);
    }

    @Test
    void whoWaitsForOthersToLetGoLooksFiveTimesAPulse() {
        table.seat("a");
        table.run(2500);
        table.agents.remove("a"); // stands still with all that it holds
        table.seat("b");
        table.run(1000);
        table.requests.clear();
        table.run(1000);
        assertThat(table.requests(BoardRequest.Pulse.class)).hasSizeBetween(5, 6);
        table.run(4000);
        assertThat(table.held("b")).as("the dead one was taken off").isEqualTo(12);
        table.requests.clear();
        table.run(10_000);
        assertThat(table.requests(BoardRequest.Pulse.class))
                .as("it waits no longer")
                .hasSize(10);
    }

    @Test
    void anIdThatIsTakenIsWaitedForWhileItsBeatMoves() {
        Card stranger = stranger();
        assertThat(table.board.join(stranger)).isEqualTo(new Admission.Admitted());
        table.seat("a");
        for (int beat = 1; beat <= 10; beat++) {
            table.run(1000);
            assertThat(table.board.pulse(stranger.withBeat(beat), Optional.empty()))
                    .isPresent();
        }
        assertThat(table.requests(BoardRequest.Remove.class)).isEmpty();
        table.run(6000);
        assertThat(table.requests(BoardRequest.Remove.class).get(0)).satisfies(remove -> {
            assertThat(remove.life()).isEqualTo(stranger.life());
            assertThat(remove.beat()).isEqualTo(10);
        });
        assertThat(table.standing("a").life().orElseThrow().number())
                .isGreaterThan(stranger.life().number());
    }

    @Test
    void anIdWhoseBeatStandsStillIsTakenOverAfterATimeToLiveAndNotBefore() {
        assertThat(table.board.join(stranger())).isEqualTo(new Admission.Admitted());
        table.seat("a");
        table.run(3500);
        assertThat(table.requests(BoardRequest.Remove.class)).isEmpty();
        table.run(1001);
        assertThat(table.requests(BoardRequest.Remove.class)).hasSize(1);
        assertThat(table.standing("a").post()).isPresent();
    }

    @Test
    void itsOwnJoinThatWasNotAnsweredIsTakenOffAtOnce() {
        table.unanswered = request -> request instanceof BoardRequest.Join;
        table.seat("a");
        table.run(1);
        table.unanswered = request -> false;
        table.run(1000);
        assertThat(table.requests(BoardRequest.Remove.class))
                .extracting(BoardRequest.Remove::life)
                .containsExactly(
                        table.requests(BoardRequest.Join.class).get(0).card().life());
        assertThat(table.standing("a").post()).isPresent();
    }

    @Test
    void aNumberThatWasOutlivedIsExceeded() {
        Card stranger = stranger();
        assertThat(table.board.join(stranger)).isEqualTo(new Admission.Admitted());
        assertThat(table.board.remove(stranger.life(), 0)).isTrue();
        table.seat("a");
        table.run(1);
        assertThat(table.standing("a").life().orElseThrow().number())
                .isGreaterThan(stranger.life().number());
    }

    @Test
    void beatsGoOnWithoutAGapWhateverIsAnswered() {
        table.seat("a");
        table.unanswered = request -> request.number() % 3 == 0 && request instanceof BoardRequest.Pulse;
        table.run(20_000);
        List<Long> beats = table.requests(BoardRequest.Pulse.class).stream()
                .map(pulse -> pulse.card().beat())
                .toList();
        assertThat(beats).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(10);
    }

    private BoardRequest.Pulse nextPulse(ProtocolAgent agent) {
        long now = Math.max(table.now, agent.wakeAt());
        table.now = now;
        return (BoardRequest.Pulse) agent.poll(now).orElseThrow();
    }

    private static Card stranger() {
        return new Card(Member.of("a").withIncarnation(40), 0, 0, CardState.RUNNING, "");
    }
}
