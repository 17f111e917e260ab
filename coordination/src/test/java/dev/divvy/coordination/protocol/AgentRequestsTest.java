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

/** A member's requests to its board, their timing, and the handling of late and lost replies. */
class AgentRequestsTest {

    private static final long PULSE = StepFixtures.TIMING.pulse().toNanos();

    private final ManualCluster cluster = new ManualCluster();

    @Test
    void oneRequestIsOutstandingAtATime() {
        ProtocolAgent agent = cluster.start("a");
        BoardRequest join = agent.poll(0).orElseThrow();
        assertThat(agent.poll(0)).isEmpty();
        assertThat(agent.poll(100 * PULSE)).isEmpty();
        assertThat(agent.wakeAt()).isEqualTo(Long.MAX_VALUE);
        agent.failed(join, 0);
        assertThat(agent.poll(PULSE)).isPresent();
    }

    @Test
    void aRequestThatFailedIsFollowedByAnotherSoonAndThenLater() {
        ProtocolAgent agent = cluster.start("a");
        long now = 0;
        for (int failures = 1; failures <= 10; failures++) {
            agent.failed(agent.poll(now).orElseThrow(), now);
            assertThat(agent.failures()).isEqualTo(failures);
            long wait = RequestSchedule.retryDelay(failures, "a", StepFixtures.TIMING);
            assertThat(agent.wakeAt()).isEqualTo(now + wait);
            assertThat(agent.poll(now + wait - 1)).isEmpty();
            now += wait;
        }
    }

    @Test
    void theFirstReplyResetsTheFailures() {
        ProtocolAgent agent = cluster.start("a");
        cluster.lost = request -> true;
        cluster.run(3000);
        assertThat(agent.failures()).isGreaterThan(1);
        cluster.lost = request -> false;
        cluster.run(6000);
        assertThat(agent.failures()).isZero();
        assertThat(cluster.held("a")).isEqualTo(12);
    }

    @Test
    void aLateAnswerRenewsTheLeaseAndNothingElse() {
        ProtocolAgent agent = cluster.start("a");
        cluster.run(1500);
        BoardRequest.Pulse pulse = nextPulse(agent);
        Optional<BoardSnapshot> answer = cluster.board.pulse(pulse.card(), pulse.known());
        agent.failed(pulse, pulse.sentAt() + 1);
        ProtocolState before = agent.state();
        agent.pulsed(pulse, answer, pulse.sentAt() + 2);
        assertThat(agent.state())
                .isEqualTo(before.with(before.lease().renewed(pulse.sentAt(), StepFixtures.TIMING)))
                .isNotEqualTo(before);
        assertThat(agent.failures()).as("it is still known as failed").isEqualTo(1);
    }

    @Test
    void aLateAnswerThatItWasEjectedCounts() {
        ProtocolAgent agent = cluster.start("a");
        cluster.run(1500);
        BoardRequest.Pulse pulse = nextPulse(agent);
        agent.failed(pulse, pulse.sentAt() + 1);
        BoardRequest.Pulse next = nextPulse(agent);
        agent.pulsed(pulse, Optional.empty(), next.sentAt());
        assertThat(agent.state().place()).isEmpty();
        assertThat(agent.state().holdings().isEmpty()).isTrue();
        assertThat(agent.outstanding()).isEmpty();
        agent.pulsed(next, Optional.empty(), next.sentAt());
        assertThat(agent.events())
                .filteredOn(MemberEvent.Ejected.class::isInstance)
                .as("reported once")
                .hasSize(1);
    }

    @Test
    void anEjectedMemberComesBackWithAHigherNumber() {
        ProtocolAgent agent = cluster.start("a");
        cluster.run(1500);
        Incarnation before = agent.state().incarnation().orElseThrow();
        long beat = agent.state().card().beat();
        assertThat(cluster.board.remove(before, beat)).isTrue();
        cluster.run(3000);
        assertThat(agent.state().incarnation().orElseThrow()).isGreaterThan(before);
        assertThat(cluster.held("a")).isEqualTo(12);
    }

    @Test
    void aHintLeadsToAPulseButNotToMoreThanTwentyInAPulsesTime() {
        ProtocolAgent agent = cluster.start("a");
        cluster.run(2500);
        cluster.requests.clear();
        agent.hint();
        cluster.run(60);
        assertThat(cluster.requests(BoardRequest.Pulse.class))
                .as("after one hint")
                .hasSize(1);
        cluster.requests.clear();
        for (int milli = 0; milli < 1000; milli++) {
            agent.hint();
            cluster.run(1);
        }
        assertThat(cluster.requests(BoardRequest.Pulse.class)).hasSizeBetween(19, 21);
    }

    @Test
    void aHintDoesNotCutTheWaitAfterAFailureShort() {
        ProtocolAgent agent = cluster.start("a");
        cluster.run(1500);
        BoardRequest.Pulse pulse = nextPulse(agent);
        agent.failed(pulse, cluster.now);
        agent.hint();
        long wait = RequestSchedule.retryDelay(1, "a", StepFixtures.TIMING);
        assertThat(agent.poll(cluster.now + wait - 1)).isEmpty();
        assertThat(agent.poll(cluster.now + wait)).isPresent();
    }

    @Test
    void aLeaverWhoseRemovalIsNotAnsweredReadsTheBoardBeforeItRetries() {
        ProtocolAgent agent = cluster.start("a");
        cluster.run(1500);
        cluster.lost = request -> request instanceof BoardRequest.Remove;
        agent.reconfigure(MemberSettings::leave);
        cluster.run(3000);
        assertThat(agent.isGone()).isFalse();
        List<BoardRequest> last = cluster.requests.subList(cluster.requests.size() - 4, cluster.requests.size());
        assertThat(last)
                .filteredOn(BoardRequest.Remove.class::isInstance)
                .as("every other request")
                .hasSize(2);
        cluster.lost = request -> false;
        cluster.run(6000);
        assertThat(agent.isGone()).isTrue();
    }

    @Test
    void withoutHintsItPulsesOnceAPulse() {
        cluster.start("a");
        cluster.run(2500);
        cluster.requests.clear();
        cluster.run(10_000);
        assertThat(cluster.requests).hasSize(10).allMatch(BoardRequest.Pulse.class::isInstance);
    }

    @Test
    void aMemberThatWaitsForReleasesPulsesFiveTimesAsOften() {
        cluster.start("a");
        cluster.run(2500);
        cluster.agents.remove("a"); // is paused with all that it holds
        cluster.start("b");
        cluster.run(1000);
        cluster.requests.clear();
        cluster.run(1000);
        assertThat(cluster.requests(BoardRequest.Pulse.class)).hasSizeBetween(5, 6);
        cluster.run(4000);
        assertThat(cluster.held("b")).as("the dead member was ejected").isEqualTo(12);
        cluster.requests.clear();
        cluster.run(10_000);
        assertThat(cluster.requests(BoardRequest.Pulse.class))
                .as("it waits no longer")
                .hasSize(10);
    }

    @Test
    void aTakenIdIsWaitedForWhileItsBeatAdvances() {
        Card stranger = stranger();
        assertThat(cluster.board.join(stranger)).isEqualTo(new Admission.Admitted());
        cluster.start("a");
        for (int beat = 1; beat <= 10; beat++) {
            cluster.run(1000);
            assertThat(cluster.board.pulse(stranger.withBeat(beat), Optional.empty()))
                    .isPresent();
        }
        assertThat(cluster.requests(BoardRequest.Remove.class)).isEmpty();
        cluster.run(6000);
        assertThat(cluster.requests(BoardRequest.Remove.class).get(0)).satisfies(remove -> {
            assertThat(remove.incarnation()).isEqualTo(stranger.incarnation());
            assertThat(remove.beat()).isEqualTo(10);
        });
        assertThat(cluster.state("a").incarnation().orElseThrow().number())
                .isGreaterThan(stranger.incarnation().number());
    }

    @Test
    void anIdWhoseBeatIsUnchangedIsTakenOverAfterATimeToLiveAndNotBefore() {
        assertThat(cluster.board.join(stranger())).isEqualTo(new Admission.Admitted());
        cluster.start("a");
        cluster.run(3500);
        assertThat(cluster.requests(BoardRequest.Remove.class)).isEmpty();
        cluster.run(1001);
        assertThat(cluster.requests(BoardRequest.Remove.class)).hasSize(1);
        assertThat(cluster.state("a").place()).isPresent();
    }

    @Test
    void itsOwnJoinThatWasNotAnsweredIsRemovedAtOnce() {
        cluster.unanswered = request -> request instanceof BoardRequest.Join;
        cluster.start("a");
        cluster.run(1);
        cluster.unanswered = request -> false;
        cluster.run(1000);
        assertThat(cluster.requests(BoardRequest.Remove.class))
                .extracting(BoardRequest.Remove::incarnation)
                .containsExactly(
                        cluster.requests(BoardRequest.Join.class).get(0).card().incarnation());
        assertThat(cluster.state("a").place()).isPresent();
    }

    @Test
    void aNumberThatWasOutlivedIsExceeded() {
        Card stranger = stranger();
        assertThat(cluster.board.join(stranger)).isEqualTo(new Admission.Admitted());
        assertThat(cluster.board.remove(stranger.incarnation(), 0)).isTrue();
        cluster.start("a");
        cluster.run(1);
        assertThat(cluster.state("a").incarnation().orElseThrow().number())
                .isGreaterThan(stranger.incarnation().number());
    }

    @Test
    void beatsGoOnWithoutAGapWhateverIsAnswered() {
        cluster.start("a");
        cluster.unanswered = request -> request.number() % 3 == 0 && request instanceof BoardRequest.Pulse;
        cluster.run(20_000);
        List<Long> beats = cluster.requests(BoardRequest.Pulse.class).stream()
                .map(pulse -> pulse.card().beat())
                .toList();
        assertThat(beats).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(10);
    }

    private BoardRequest.Pulse nextPulse(ProtocolAgent agent) {
        long now = Math.max(cluster.now, agent.wakeAt());
        cluster.now = now;
        return (BoardRequest.Pulse) agent.poll(now).orElseThrow();
    }

    private static Card stranger() {
        return new Card(Member.of("a").withIncarnation(40), 0, 0, CardState.RUNNING, "");
    }
}
