package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.LEASE;
import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.joined;
import static dev.divvy.coordination.protocol.StepFixtures.next;
import static dev.divvy.coordination.protocol.StepFixtures.ownedBy;
import static dev.divvy.coordination.protocol.StepFixtures.passedTo;
import static dev.divvy.coordination.protocol.StepFixtures.saw;
import static dev.divvy.coordination.protocol.StepFixtures.sees;
import static dev.divvy.coordination.protocol.StepFixtures.shows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import org.junit.jupiter.api.Test;

/** Steps 6 and 9 of the protocol: gaining pieces, and the exclusive job. */
class GainTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Card c = card("c", 0);
    private final Allocation first = ownedBy("a", a, b, c);
    private final Allocation second = passedTo("b", first, a, b, c);

    // 6. Gaining

    @Test
    void aPieceWithoutAFormerOwnerIsGainedAtOnceWithItsFence() {
        StepResult result = sees(joined("a"), 0, shows(first, a, b, c));
        assertThat(result.events()).contains(new MemberEvent.Gained(first, Runs.ofPieces(0)));
        assertThat(result.state().holdings().fence(0)).isEqualTo(new Fence("L", 1));
    }

    @Test
    void aPieceIsGainedWhenItsReleaserHasAcknowledged() {
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(waiting.holds(0, 0)).isFalse();
        assertThat(waiting.card().state()).isEqualTo(CardState.WAITING);
        ProtocolState still =
                sees(waiting, 1, shows(second, card("a", 1), b, c)).state();
        assertThat(still.holds(0, 1)).isFalse();
        ProtocolState holding =
                sees(still, 2, shows(second, card("a", 2), b, c)).state();
        assertThat(holding.holds(0, 2)).isTrue();
        assertThat(holding.holdings().fence(0)).isEqualTo(new Fence("L", 2));
        assertThat(holding.card().state()).isEqualTo(CardState.RUNNING);
    }

    @Test
    void aPieceIsGainedWhenItsReleaserIsGone() {
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(sees(waiting, 1, shows(second, b, c)).state().holds(0, 1)).isTrue();
    }

    @Test
    void anotherIncarnationOfTheReleaserIsNotWaitedFor() {
        Card rejoined = new Card(Member.of("a").withIncarnation(2), 0, 0, CardState.WAITING, "");
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(sees(waiting, 1, shows(second, rejoined, b, c)).state().holds(0, 1))
                .isTrue();
    }

    @Test
    void ofAChainEveryReleaserIsWaitedFor() {
        Allocation third = passedTo("c", second, a, b, c);
        ProtocolState waiting = saw("c", third, a, b, c);
        assertThat(sees(waiting, 1, shows(third, card("a", 2), b, c)).state().holds(0, 1))
                .as("the later releaser has not acknowledged")
                .isFalse();
        assertThat(sees(waiting, 1, shows(third, a, card("b", 3), c)).state().holds(0, 1))
                .as("the earlier releaser has not acknowledged")
                .isFalse();
        assertThat(sees(waiting, 1, shows(third, a, c)).state().holds(0, 1))
                .as("the later releaser is gone, the earlier is not")
                .isFalse();
        assertThat(sees(waiting, 1, shows(third, card("a", 2), c)).state().holds(0, 1))
                .isTrue();
    }

    @Test
    void aMemberThatRegainsAPieceWaitsForItsOwnAcknowledgementOnTheBoard() {
        ProtocolState releasing =
                sees(saw("a", first, a, b, c), 1, shows(second, a, b, c)).state();
        Allocation third = passedTo("a", second, a, b, c);
        ProtocolState regained =
                sees(releasing, 2, shows(third, a, card("b", 3), c)).state();
        assertThat(regained.holds(0, 2)).as("it is being released").isFalse();
        ProtocolState released = ProtocolStep.released(regained, 1).state();
        ProtocolState early =
                sees(released, 3, shows(third, a, card("b", 3), c)).state();
        assertThat(early.holds(0, 3)).as("the board does not show it yet").isFalse();
        ProtocolState again =
                sees(early, 4, shows(third, card("a", 3), card("b", 3), c)).state();
        assertThat(again.holds(0, 4)).isTrue();
        assertThat(again.holdings().fence(0)).isEqualTo(new Fence("L", 3));
    }

    @Test
    void aPieceBeingReleasedIsNotGainedEvenWhenAllOthersAreGone() {
        ProtocolState releasing =
                sees(saw("a", first, a, b, c), 1, shows(second, a, b, c)).state();
        Allocation third = passedTo("a", second, a);
        ProtocolState regained = sees(releasing, 2, shows(third, card("a", 3))).state();
        assertThat(regained.holdings().releasing()).isTrue();
        assertThat(regained.holdings().held().isEmpty()).isTrue();
    }

    @Test
    void afterTheDeadlineNothingIsGained() {
        StepResult late = ProtocolStep.observed(joined("a"), 0, shows(first, a, b, c), TIMING, LEASE);
        assertThat(late.state().holdings().held().isEmpty()).isTrue();
        StepResult justInTime = ProtocolStep.observed(joined("a"), 0, shows(first, a, b, c), TIMING, LEASE - 1);
        assertThat(justInTime.state().holdings().held().count()).isEqualTo(1);
    }

    @Test
    void aLeavingOrSuspendedMemberGainsNothing() {
        ProtocolState leaving = joined("a").with(new MemberSettings("a").leave());
        ProtocolState suspended = joined("a").with(new MemberSettings("a").suspended(true));
        assertThat(sees(leaving, 0, shows(first, a, b, c)).state().holds(0, 0)).isFalse();
        assertThat(sees(suspended, 0, shows(first, a, b, c)).state().holds(0, 0))
                .isFalse();
    }

    @Test
    void aPieceOfAnEarlierIncarnationIsNotGained() {
        ProtocolState rejoined = ProtocolStep.joined(
                        ProtocolState.outside(new MemberSettings("a"), BoardMemory.NONE), secondIncarnation())
                .state();
        assertThat(sees(rejoined, 0, shows(first, b, c)).state().holds(0, 0)).isFalse();
    }

    private static Incarnation secondIncarnation() {
        return new Incarnation("a", 2);
    }

    // 9. The exclusive job

    @Test
    void anExclusiveJobStartsWhenAllOnTheBoardHaveAcknowledged() {
        Allocation exclusive = next(first, Directives.NONE.exclusive(StepFixtures.incarnation("b")), a, b, c);
        ProtocolState waiting = saw("b", exclusive, a, b, c);
        assertThat(waiting.mayRunAlone(0)).isFalse();
        ProtocolState behind = sees(waiting, 1, shows(exclusive, card("a", 2), card("b", 2), card("c", 1)))
                .state();
        assertThat(behind.mayRunAlone(1)).isFalse();
        StepResult granted = sees(behind, 2, shows(exclusive, card("a", 2), card("b", 2), card("c", 2)));
        assertThat(granted.events()).containsExactly(new MemberEvent.ExclusiveGranted(exclusive));
        assertThat(granted.state().mayRunAlone(2)).isTrue();
        assertThat(granted.state().mayRunAlone(2 + LEASE)).as("after its lease").isFalse();
    }

    @Test
    void noOtherMemberRunsTheExclusiveJob() {
        Allocation exclusive = next(first, Directives.NONE.exclusive(StepFixtures.incarnation("b")), a, b, c);
        StepResult result = sees(joined("c"), 0, shows(exclusive, card("a", 2), card("b", 2), card("c", 2)));
        assertThat(result.state().mayRunAlone(0)).isFalse();
    }

    @Test
    void aMemberThatStillHoldsKeepsTheExclusiveJobFromStarting() {
        Allocation exclusive = next(first, Directives.NONE.exclusive(StepFixtures.incarnation("a")), a, b, c);
        ProtocolState releasing = sees(saw("a", first, a, b, c), 1, shows(exclusive, a, card("b", 2), card("c", 2)))
                .state();
        assertThat(releasing.mayRunAlone(1)).isFalse();
        assertThat(releasing.card().acknowledged()).isEqualTo(1);
    }

    @Test
    void anExclusiveJobEndsWhenTheGroupSharesAgain() {
        Allocation exclusive = next(first, Directives.NONE.exclusive(StepFixtures.incarnation("b")), a, b, c);
        Card[] all = {card("a", 2), card("b", 2), card("c", 2)};
        ProtocolState running = saw("b", exclusive, all);
        assertThat(running.mayRunAlone(0)).isTrue();
        Allocation shared = next(exclusive, Directives.NONE, all);
        StepResult ended = sees(running, 1, shows(shared, all));
        assertThat(ended.events()).contains(new MemberEvent.ExclusiveRevoked());
        assertThat(ended.state().mayRunAlone(1)).isFalse();
    }

    @Test
    void anExclusiveJobEndsWithTheIncarnationThatRunsIt() {
        Allocation exclusive = next(first, Directives.NONE.exclusive(StepFixtures.incarnation("b")), a, b, c);
        ProtocolState running = saw("b", exclusive, card("a", 2), card("b", 2), card("c", 2));
        StepResult ejected = ProtocolStep.ejected(running);
        assertThat(ejected.events()).contains(new MemberEvent.ExclusiveRevoked());
        assertThat(ejected.state().mayRunAlone(0)).isFalse();
    }
}
