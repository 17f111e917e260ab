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

/** Whole stories of members around one board. */
class ProtocolAgentTest {

    private final Table table = new Table();

    @Test
    void membersThatComeTogetherAreOneChange() {
        table.seat("a");
        table.seat("b");
        table.seat("c");
        table.run(1500);
        assertThat(table.held("a")).isEqualTo(4);
        assertThat(table.held("b")).isEqualTo(4);
        assertThat(table.held("c")).isEqualTo(4);
        assertThat(table.standing("a").view().epoch()).isEqualTo(1);
    }

    @Test
    void whoComesWhileAChangeSettlesIsPartOfItWithoutAnyHint() {
        table.seat("a");
        table.run(100);
        table.seat("b");
        table.run(150);
        table.seat("c");
        table.run(2000);
        assertThat(table.held("a") + table.held("b") + table.held("c")).isEqualTo(12);
        assertThat(table.requests(BoardRequest.Publish.class)).hasSize(1);
    }

    @Test
    void theClockMayCountFromAnywhere() {
        for (long begin : new long[] {Long.MIN_VALUE / 4, -1, 1, Long.MAX_VALUE / 4}) {
            Table elsewhere = new Table();
            elsewhere.now = begin;
            elsewhere.seat("a");
            elsewhere.run(100);
            elsewhere.seat("b");
            elsewhere.run(1500);
            assertThat(elsewhere.held("a")).as("begun at %d", begin).isEqualTo(6);
            assertThat(elsewhere.held("b")).as("begun at %d", begin).isEqualTo(6);
            assertThat(elsewhere.standing("a").view().epoch())
                    .as("epochs, begun at %d", begin)
                    .isEqualTo(1);
        }
    }

    @Test
    void aLeaverGivesEverythingAwayAndGoes() {
        ProtocolAgent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        a.become(MemberSettings::leave);
        table.run(1500);
        assertThat(a.isGone()).isTrue();
        assertThat(table.held("b")).isEqualTo(12);
        assertThat(table.events(MemberEvent.Left.class)).hasSize(1);
        assertThat(table.told).doesNotContain("a Ejected", "b Removed");
    }

    @Test
    void aLeaverStaysUntilItsWorkHasLetGo() {
        ProtocolAgent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        table.letsGo = false;
        a.become(MemberSettings::leave);
        table.run(300);
        assertThat(a.isGone()).isFalse();
        assertThat(table.held("b")).as("nobody has let go").isEqualTo(6);
        a.released(table.events(MemberEvent.Lost.class).get(0).parting().number());
        table.run(300);
        assertThat(a.isGone()).isTrue();
        table.run(1000);
        assertThat(table.held("b")).isEqualTo(12);
    }

    @Test
    void whoIsGivenThingsAheadStaysUntilItHasPassedOnWhatItNeverGained() {
        ProtocolAgent a = table.seat("a");
        table.run(1500);
        table.letsGo = false;
        ProtocolAgent b = table.seat(new MemberSettings("b").givenAhead());
        table.run(600);
        assertThat(table.held("b")).as("a has not let go").isZero();
        b.become(MemberSettings::leave);
        table.run(300);
        assertThat(b.isGone()).isFalse();
        PendingRelease passing = table.events(MemberEvent.Lost.class).get(1).parting();
        assertThat(passing.lost().count()).isEqualTo(6);
        assertThat(b.standing().post().orElseThrow().acknowledged())
                .isLessThan(table.standing("a").view().epoch());
        b.released(passing.number());
        table.run(300);
        assertThat(b.isGone()).isTrue();
        assertThat(a.isGone()).isFalse();
    }

    @Test
    void othersHaveNothingToPassOnThatTheyNeverGained() {
        table.seat("a");
        table.run(1500);
        table.letsGo = false;
        ProtocolAgent b = table.seat("b");
        table.run(600);
        b.become(MemberSettings::leave);
        table.run(300);
        assertThat(b.isGone()).isTrue();
        assertThat(table.events(MemberEvent.Lost.class)).hasSize(1);
    }

    @Test
    void theLastMemberLeavesToo() {
        ProtocolAgent a = table.seat("a");
        table.run(1500);
        a.become(MemberSettings::leave);
        table.run(1500);
        assertThat(a.isGone()).isTrue();
        assertThat(a.wakeAt()).isEqualTo(Long.MAX_VALUE);
        assertThat(a.poll(table.now)).isEmpty();
    }

    @Test
    void whoLeavesBeforeItJoinedIsGoneAtOnce() {
        ProtocolAgent a = table.seat("a");
        a.become(MemberSettings::leave);
        table.run(1);
        assertThat(a.isGone()).isTrue();
        assertThat(table.requests).isEmpty();
    }

    @Test
    void whoIsSuspendedStaysAndHoldsNothing() {
        ProtocolAgent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        a.become(self -> self.suspended(true));
        table.run(2500);
        assertThat(table.held("a")).isZero();
        assertThat(table.held("b")).isEqualTo(12);
        a.become(self -> self.suspended(false));
        table.run(2500);
        assertThat(table.held("a")).isEqualTo(6);
    }

    @Test
    void oneThatStandsStillIsTakenOffAndComesBackAsAnother() {
        table.seat("a");
        ProtocolAgent b = table.seat("b");
        table.run(1500);
        table.agents.remove("b");
        table.run(5000);
        assertThat(table.held("a")).isEqualTo(12);
        assertThat(table.told).contains("a Removed");
        table.agents.put("b", b);
        table.run(3000);
        assertThat(table.told).contains("b Ejected", "b Dropped");
        assertThat(table.held("b")).isEqualTo(6);
        assertThat(table.held("a")).isEqualTo(6);
    }

    @Test
    void whenTheBoardWasAwayNobodyIsTakenOffForIt() {
        table.seat("a");
        table.seat("b");
        table.run(1500);
        table.lost = request -> true;
        table.run(60_000);
        assertThat(table.held("a")).as("after its lease").isZero();
        table.lost = request -> false;
        table.run(20_000);
        assertThat(table.events(MemberEvent.Removed.class)).isEmpty();
        assertThat(table.held("a")).isEqualTo(6);
        assertThat(table.standing("a").view().epoch()).isEqualTo(1);
    }

    @Test
    void aBoardThatLostEverythingIsFilledAgainAboveTheOldEpochs() {
        table.seat("a");
        ProtocolAgent b = table.seat("b");
        table.run(1500);
        b.become(self -> self.withWeight(2));
        table.run(2500);
        long before = table.standing("a").view().epoch();
        table.board = new MemoryBoard();
        table.run(15_000);
        assertThat(table.standing("a").view().epoch()).isGreaterThan(before);
        assertThat(table.held("a")).isEqualTo(4);
        assertThat(table.held("b")).isEqualTo(8);
    }

    @Test
    void aChangeThatIsAskedForIsDoneAndAnswered() {
        ProtocolAgent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        long number = a.ask(Change.drain("b"));
        table.run(2000);
        assertThat(table.held("a")).isEqualTo(12);
        assertThat(table.events(MemberEvent.Answered.class))
                .containsExactly(
                        new MemberEvent.Answered(new OperatorRequest(number, Change.drain("b")), Optional.empty()));
        assertThat(a.standing().asked()).isEmpty();
    }

    @Test
    void aChangeThatMakesNoSenseIsRefusedAndOthersAreNot() {
        ProtocolAgent a = table.seat("a");
        table.run(1500);
        long nobody = a.ask(Change.drain("nobody"));
        long leave = a.ask(new Change.Leave("a"));
        long suspend = a.ask(new Change.Suspend());
        table.run(1000);
        Map<Long, String> answers = new HashMap<>();
        table.events(MemberEvent.Answered.class)
                .forEach(answer ->
                        answers.put(answer.asked().number(), answer.refusal().orElse("done")));
        assertThat(answers).hasSize(3);
        assertThat(answers.get(nobody)).contains("nobody");
        assertThat(answers.get(leave)).contains("decided by the cards");
        assertThat(answers.get(suspend)).isEqualTo("done");
        assertThat(table.held("a")).isZero();
    }

    @Test
    void whatWasSeenBeforeSomethingWasAskedIsNoAnswerToIt() {
        ProtocolAgent a = table.seat("a");
        ProtocolAgent b = table.seat("b");
        table.run(1500);
        for (ProtocolAgent resuming : List.of(a, b)) {
            int before = table.events(MemberEvent.Answered.class).size();
            a.ask(new Change.Suspend());
            while (table.events(MemberEvent.Answered.class).size() == before) {
                table.run(1);
            }
            resuming.ask(new Change.Resume());
            table.run(3000);
            assertThat(table.held("a") + table.held("b")).isEqualTo(12);
        }
    }

    @Test
    void whatIsSoAlreadyIsAnsweredWithoutAnEpoch() {
        ProtocolAgent a = table.seat("a");
        table.run(1500);
        a.ask(new Change.Resume());
        table.run(1000);
        assertThat(table.events(MemberEvent.Answered.class))
                .extracting(MemberEvent.Answered::refusal)
                .containsExactly(Optional.empty());
        assertThat(a.standing().view().epoch()).isEqualTo(1);
    }

    @Test
    void whatWasPublishedWithoutAnAnswerIsAnsweredByTheNextLook() {
        ProtocolAgent a = table.seat("a");
        table.run(1500);
        table.unanswered = request -> request instanceof BoardRequest.Publish;
        a.ask(new Change.Suspend());
        table.run(3000);
        assertThat(table.events(MemberEvent.Answered.class)).hasSize(1);
        assertThat(a.standing().view().epoch()).isEqualTo(2);
    }

    @Test
    void anExclusiveJobRunsWhenAllHaveLetGoAndItsEndSharesAgain() {
        ProtocolAgent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        table.letsGo = false;
        a.ask(new Change.Exclusive(a.standing().life().orElseThrow()));
        table.run(200);
        assertThat(a.standing().mayRunAlone(table.now))
                .as("before the grace time")
                .isFalse();
        table.run(3000);
        assertThat(a.standing().mayRunAlone(table.now)).isTrue();
        assertThat(table.held("a") + table.held("b")).isZero();
        a.ask(new Change.EndExclusive(a.standing().life().orElseThrow()));
        table.run(2000);
        assertThat(a.standing().mayRunAlone(table.now)).isFalse();
        assertThat(table.held("a") + table.held("b")).isEqualTo(12);
        assertThat(table.events(MemberEvent.NotAlone.class)).hasSize(1);
    }

    @Test
    void anExclusiveJobOfOneWhoDiedEndsWithItsCard() {
        ProtocolAgent a = table.seat("a");
        table.seat("b");
        table.run(1500);
        a.ask(new Change.Exclusive(a.standing().life().orElseThrow()));
        table.run(3000);
        assertThat(a.standing().mayRunAlone(table.now)).isTrue();
        table.agents.remove("a");
        table.run(3000);
        assertThat(a.standing().mayRunAlone(table.now)).isFalse();
        assertThat(table.held("b")).isZero();
        table.run(3000);
        assertThat(table.held("b")).isEqualTo(12);
    }

    @Test
    void whoAbandonsDropsEverythingAndSaysNothing() {
        ProtocolAgent a = table.seat("a");
        table.run(1500);
        table.requests.clear();
        a.abandon();
        table.run(5000);
        assertThat(a.isGone()).isTrue();
        assertThat(table.requests).isEmpty();
        assertThat(table.told).contains("a Dropped");
    }

    @Test
    void whoSleepsUntilItAskedToBeWokenMissesNothing() {
        Table awake = new Table();
        ProtocolAgent a = awake.seat("a");
        awake.seat("b");
        awake.seat(new MemberSettings("c").suspended(true));
        awake.runAwake(2000);
        assertThat(awake.held("a") + awake.held("b")).isEqualTo(12);
        awake.letsGo = false;
        a.become(MemberSettings::leave);
        awake.runAwake(4000);
        assertThat(a.isGone()).isTrue();
        awake.agents.remove("a");
        assertThat(awake.held("b")).isEqualTo(12);
        awake.agents.remove("b");
        awake.runAwake(6000);
        assertThat(awake.events(MemberEvent.Removed.class)).hasSize(1);
    }
}
