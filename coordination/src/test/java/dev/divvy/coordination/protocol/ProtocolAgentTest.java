package dev.divvy.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.memory.MemoryBoard;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whole scenarios of members on one board. */
class ProtocolAgentTest {

    private final ManualCluster cluster = new ManualCluster();

    @Test
    void membersThatComeTogetherAreOneChange() {
        cluster.start("a");
        cluster.start("b");
        cluster.start("c");
        cluster.run(1500);
        assertThat(cluster.held("a")).isEqualTo(4);
        assertThat(cluster.held("b")).isEqualTo(4);
        assertThat(cluster.held("c")).isEqualTo(4);
        assertThat(cluster.state("a").view().epoch()).isEqualTo(1);
    }

    @Test
    void aMemberThatJoinsWhileAChangeSettlesIsPartOfItWithoutAHint() {
        cluster.start("a");
        cluster.run(100);
        cluster.start("b");
        cluster.run(150);
        cluster.start("c");
        cluster.run(2000);
        assertThat(cluster.held("a") + cluster.held("b") + cluster.held("c")).isEqualTo(12);
        assertThat(cluster.requests(BoardRequest.Publish.class)).hasSize(1);
    }

    @Test
    void theClockMayCountFromAnywhere() {
        for (long begin : new long[] {Long.MIN_VALUE / 4, -1, 1, Long.MAX_VALUE / 4}) {
            ManualCluster elsewhere = new ManualCluster();
            elsewhere.now = begin;
            elsewhere.start("a");
            elsewhere.run(100);
            elsewhere.start("b");
            elsewhere.run(1500);
            assertThat(elsewhere.held("a")).as("begun at %d", begin).isEqualTo(6);
            assertThat(elsewhere.held("b")).as("begun at %d", begin).isEqualTo(6);
            assertThat(elsewhere.state("a").view().epoch())
                    .as("epochs, begun at %d", begin)
                    .isEqualTo(1);
        }
    }

    @Test
    void aLeaverGivesEverythingAwayAndGoes() {
        ProtocolAgent a = cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        a.reconfigure(MemberSettings::leave);
        cluster.run(1500);
        assertThat(a.isGone()).isTrue();
        assertThat(cluster.held("b")).isEqualTo(12);
        assertThat(cluster.events(MemberEvent.Left.class)).hasSize(1);
        assertThat(cluster.eventLog).doesNotContain("a Ejected", "b Removed");
    }

    @Test
    void aLeaverStaysUntilItsWorkHasEnded() {
        ProtocolAgent a = cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        cluster.releasesAtOnce = false;
        a.reconfigure(MemberSettings::leave);
        cluster.run(300);
        assertThat(a.isGone()).isFalse();
        assertThat(cluster.held("b")).as("no piece has been released").isEqualTo(6);
        a.released(cluster.events(MemberEvent.Lost.class).get(0).release().number());
        cluster.run(300);
        assertThat(a.isGone()).isTrue();
        cluster.run(1000);
        assertThat(cluster.held("b")).isEqualTo(12);
    }

    @Test
    void aLeaverReleasesNothingThatItNeverGained() {
        cluster.start("a");
        cluster.run(1500);
        cluster.releasesAtOnce = false;
        ProtocolAgent b = cluster.start("b");
        cluster.run(600);
        b.reconfigure(MemberSettings::leave);
        cluster.run(300);
        assertThat(b.isGone()).isTrue();
        assertThat(cluster.events(MemberEvent.Lost.class)).hasSize(1);
    }

    @Test
    void theLastMemberLeavesToo() {
        ProtocolAgent a = cluster.start("a");
        cluster.run(1500);
        a.reconfigure(MemberSettings::leave);
        cluster.run(1500);
        assertThat(a.isGone()).isTrue();
        assertThat(a.wakeAt()).isEqualTo(Long.MAX_VALUE);
        assertThat(a.poll(cluster.now)).isEmpty();
    }

    @Test
    void aMemberThatLeavesBeforeItJoinedIsGoneAtOnce() {
        ProtocolAgent a = cluster.start("a");
        a.reconfigure(MemberSettings::leave);
        cluster.run(1);
        assertThat(a.isGone()).isTrue();
        assertThat(cluster.requests).isEmpty();
    }

    @Test
    void aSuspendedMemberStaysAndHoldsNothing() {
        ProtocolAgent a = cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        a.reconfigure(self -> self.suspended(true));
        cluster.run(2500);
        assertThat(cluster.held("a")).isZero();
        assertThat(cluster.held("b")).isEqualTo(12);
        a.reconfigure(self -> self.suspended(false));
        cluster.run(2500);
        assertThat(cluster.held("a")).isEqualTo(6);
    }

    @Test
    void aPausedMemberIsEjectedAndComesBackAsANewIncarnation() {
        cluster.start("a");
        ProtocolAgent b = cluster.start("b");
        cluster.run(1500);
        cluster.agents.remove("b");
        cluster.run(5000);
        assertThat(cluster.held("a")).isEqualTo(12);
        assertThat(cluster.eventLog).contains("a Removed");
        cluster.agents.put("b", b);
        cluster.run(3000);
        assertThat(cluster.eventLog).contains("b Ejected", "b Dropped");
        assertThat(cluster.held("b")).isEqualTo(6);
        assertThat(cluster.held("a")).isEqualTo(6);
    }

    @Test
    void whenTheBoardWasUnavailableNoMemberIsEjectedForIt() {
        cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        cluster.lost = request -> true;
        cluster.run(60_000);
        assertThat(cluster.held("a")).as("after its lease").isZero();
        cluster.lost = request -> false;
        cluster.run(20_000);
        assertThat(cluster.events(MemberEvent.Removed.class)).isEmpty();
        assertThat(cluster.held("a")).isEqualTo(6);
        assertThat(cluster.state("a").view().epoch()).isEqualTo(1);
    }

    @Test
    void aBoardThatLostEverythingIsFilledAgainAboveTheOldEpochs() {
        cluster.start("a");
        ProtocolAgent b = cluster.start("b");
        cluster.run(1500);
        b.reconfigure(self -> self.withWeight(2));
        cluster.run(2500);
        long before = cluster.state("a").view().epoch();
        cluster.board = new MemoryBoard();
        cluster.run(15_000);
        assertThat(cluster.state("a").view().epoch()).isGreaterThan(before);
        assertThat(cluster.held("a")).isEqualTo(4);
        assertThat(cluster.held("b")).isEqualTo(8);
    }

    @Test
    void aChangeThatIsAskedForIsDoneAndAnswered() {
        ProtocolAgent a = cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        long number = a.request(Change.drain("b"));
        cluster.run(2000);
        assertThat(cluster.held("a")).isEqualTo(12);
        assertThat(cluster.events(MemberEvent.Answered.class))
                .containsExactly(
                        new MemberEvent.Answered(new OperatorRequest(number, Change.drain("b")), Optional.empty()));
        assertThat(a.state().requests()).isEmpty();
    }

    @Test
    void aChangeThatMakesNoSenseIsRefusedAndOthersAreNot() {
        ProtocolAgent a = cluster.start("a");
        cluster.run(1500);
        long nobody = a.request(Change.drain("nobody"));
        long leave = a.request(new Change.Leave("a"));
        long suspend = a.request(new Change.Suspend());
        cluster.run(1000);
        Map<Long, String> answers = new HashMap<>();
        cluster.events(MemberEvent.Answered.class)
                .forEach(answer ->
                        answers.put(answer.request().number(), answer.refusal().orElse("done")));
        assertThat(answers).hasSize(3);
        assertThat(answers.get(nobody)).contains("nobody");
        assertThat(answers.get(leave)).contains("decided by the cards");
        assertThat(answers.get(suspend)).isEqualTo("done");
        assertThat(cluster.held("a")).isZero();
    }

    @Test
    void aViewFromBeforeARequestDoesNotAnswerIt() {
        ProtocolAgent a = cluster.start("a");
        ProtocolAgent b = cluster.start("b");
        cluster.run(1500);
        for (ProtocolAgent resuming : List.of(a, b)) {
            int before = cluster.events(MemberEvent.Answered.class).size();
            a.request(new Change.Suspend());
            while (cluster.events(MemberEvent.Answered.class).size() == before) {
                cluster.run(1);
            }
            resuming.request(new Change.Resume());
            cluster.run(3000);
            assertThat(cluster.held("a") + cluster.held("b")).isEqualTo(12);
        }
    }

    @Test
    void aRequestThatIsAlreadyInForceIsAnsweredWithoutAnEpoch() {
        ProtocolAgent a = cluster.start("a");
        cluster.run(1500);
        a.request(new Change.Resume());
        cluster.run(1000);
        assertThat(cluster.events(MemberEvent.Answered.class))
                .extracting(MemberEvent.Answered::refusal)
                .containsExactly(Optional.empty());
        assertThat(a.state().view().epoch()).isEqualTo(1);
    }

    @Test
    void aPublishedChangeWhoseReplyWasLostIsAnsweredByTheNextPulse() {
        ProtocolAgent a = cluster.start("a");
        cluster.run(1500);
        cluster.unanswered = request -> request instanceof BoardRequest.Publish;
        a.request(new Change.Suspend());
        cluster.run(3000);
        assertThat(cluster.events(MemberEvent.Answered.class)).hasSize(1);
        assertThat(a.state().view().epoch()).isEqualTo(2);
    }

    @Test
    void anExclusiveJobRunsWhenAllHaveReleasedAndTheGroupResumesAfterIt() {
        ProtocolAgent a = cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        cluster.releasesAtOnce = false;
        a.request(new Change.Exclusive(a.state().incarnation().orElseThrow()));
        cluster.run(200);
        assertThat(a.state().mayRunAlone(cluster.now))
                .as("before the grace time")
                .isFalse();
        cluster.run(3000);
        assertThat(a.state().mayRunAlone(cluster.now)).isTrue();
        assertThat(cluster.held("a") + cluster.held("b")).isZero();
        a.request(new Change.EndExclusive(a.state().incarnation().orElseThrow()));
        cluster.run(2000);
        assertThat(a.state().mayRunAlone(cluster.now)).isFalse();
        assertThat(cluster.held("a") + cluster.held("b")).isEqualTo(12);
        assertThat(cluster.events(MemberEvent.ExclusiveRevoked.class)).hasSize(1);
    }

    @Test
    void anExclusiveJobOfADeadMemberEndsWithItsCard() {
        ProtocolAgent a = cluster.start("a");
        cluster.start("b");
        cluster.run(1500);
        a.request(new Change.Exclusive(a.state().incarnation().orElseThrow()));
        cluster.run(3000);
        assertThat(a.state().mayRunAlone(cluster.now)).isTrue();
        cluster.agents.remove("a");
        cluster.run(3000);
        assertThat(a.state().mayRunAlone(cluster.now)).isFalse();
        assertThat(cluster.held("b")).isZero();
        cluster.run(3000);
        assertThat(cluster.held("b")).isEqualTo(12);
    }

    @Test
    void anAbandoningMemberDropsEverythingAndSendsNothing() {
        ProtocolAgent a = cluster.start("a");
        cluster.run(1500);
        cluster.requests.clear();
        a.abandon();
        cluster.run(5000);
        assertThat(a.isGone()).isTrue();
        assertThat(cluster.requests).isEmpty();
        assertThat(cluster.eventLog).contains("a Dropped");
    }

    @Test
    void aMemberPolledOnlyWhenItAskedToBeMissesNothing() {
        ManualCluster awake = new ManualCluster();
        ProtocolAgent a = awake.start("a");
        awake.start("b");
        awake.start(new MemberSettings("c").suspended(true));
        awake.runAwake(2000);
        assertThat(awake.held("a") + awake.held("b")).isEqualTo(12);
        awake.releasesAtOnce = false;
        a.reconfigure(MemberSettings::leave);
        awake.runAwake(4000);
        assertThat(a.isGone()).isTrue();
        awake.agents.remove("a");
        assertThat(awake.held("b")).isEqualTo(12);
        awake.agents.remove("b");
        awake.runAwake(6000);
        assertThat(awake.events(MemberEvent.Removed.class)).hasSize(1);
    }
}
