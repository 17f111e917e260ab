package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.Scene.LEASE;
import static dev.divvy.coordination.protocol.Scene.TIMING;
import static dev.divvy.coordination.protocol.Scene.card;
import static dev.divvy.coordination.protocol.Scene.joined;
import static dev.divvy.coordination.protocol.Scene.next;
import static dev.divvy.coordination.protocol.Scene.ownedBy;
import static dev.divvy.coordination.protocol.Scene.passedTo;
import static dev.divvy.coordination.protocol.Scene.saw;
import static dev.divvy.coordination.protocol.Scene.sees;
import static dev.divvy.coordination.protocol.Scene.shows;
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

/** Steps 6 and 9 of the protocol: when a member may begin. */
class GainTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Card c = card("c", 0);
    private final Allocation first = ownedBy("a", a, b, c);
    private final Allocation second = passedTo("b", first, a, b, c);

    // 6. Gaining

    @Test
    void aPieceThatNobodyHadIsGainedAtOnceWithItsFence() {
        StepResult turn = sees(joined("a"), 0, shows(first, a, b, c));
        assertThat(turn.events()).contains(new MemberEvent.Gained(first, Runs.ofPieces(0)));
        assertThat(turn.standing().holdings().fence(0)).isEqualTo(new Fence("L", 1));
    }

    @Test
    void aPieceIsGainedWhenItsReleaserHasAcknowledged() {
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(waiting.holds(0, 0)).isFalse();
        assertThat(waiting.card().state()).isEqualTo(CardState.WAITING);
        ProtocolState still =
                sees(waiting, 1, shows(second, card("a", 1), b, c)).standing();
        assertThat(still.holds(0, 1)).isFalse();
        ProtocolState holding =
                sees(still, 2, shows(second, card("a", 2), b, c)).standing();
        assertThat(holding.holds(0, 2)).isTrue();
        assertThat(holding.holdings().fence(0)).isEqualTo(new Fence("L", 2));
        assertThat(holding.card().state()).isEqualTo(CardState.RUNNING);
    }

    @Test
    void aPieceIsGainedWhenItsReleaserIsGone() {
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(sees(waiting, 1, shows(second, b, c)).standing().holds(0, 1)).isTrue();
    }

    @Test
    void anotherLifeOfTheReleaserIsNotWaitedFor() {
        Card young = new Card(Member.of("a").withIncarnation(2), 0, 0, CardState.WAITING, "");
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(sees(waiting, 1, shows(second, young, b, c)).standing().holds(0, 1))
                .isTrue();
    }

    @Test
    void ofAChainEveryReleaserIsWaitedFor() {
        Allocation third = passedTo("c", second, a, b, c);
        ProtocolState waiting = saw("c", third, a, b, c);
        assertThat(sees(waiting, 1, shows(third, card("a", 2), b, c)).standing().holds(0, 1))
                .as("the later releaser has not let go")
                .isFalse();
        assertThat(sees(waiting, 1, shows(third, a, card("b", 3), c)).standing().holds(0, 1))
                .as("the earlier releaser has not let go")
                .isFalse();
        assertThat(sees(waiting, 1, shows(third, a, c)).standing().holds(0, 1))
                .as("the later releaser is gone, the earlier is not")
                .isFalse();
        assertThat(sees(waiting, 1, shows(third, card("a", 2), c)).standing().holds(0, 1))
                .isTrue();
    }

    @Test
    void oneToWhomAPieceComesBackWaitsForItsOwnAcknowledgementOnTheBoard() {
        ProtocolState parting =
                sees(saw("a", first, a, b, c), 1, shows(second, a, b, c)).standing();
        Allocation third = passedTo("a", second, a, b, c);
        ProtocolState mine = sees(parting, 2, shows(third, a, card("b", 3), c)).standing();
        assertThat(mine.holds(0, 2)).as("it is being let go of").isFalse();
        ProtocolState released = ProtocolStep.released(mine, 1).standing();
        ProtocolState early =
                sees(released, 3, shows(third, a, card("b", 3), c)).standing();
        assertThat(early.holds(0, 3)).as("the board does not show it yet").isFalse();
        ProtocolState again =
                sees(early, 4, shows(third, card("a", 3), card("b", 3), c)).standing();
        assertThat(again.holds(0, 4)).isTrue();
        assertThat(again.holdings().fence(0)).isEqualTo(new Fence("L", 3));
    }

    @Test
    void whatIsBeingLetGoOfIsNotGainedEvenWhenAllOthersAreGone() {
        ProtocolState parting =
                sees(saw("a", first, a, b, c), 1, shows(second, a, b, c)).standing();
        Allocation third = passedTo("a", second, a);
        ProtocolState mine = sees(parting, 2, shows(third, card("a", 3))).standing();
        assertThat(mine.holdings().lettingGo()).isTrue();
        assertThat(mine.holdings().held().isEmpty()).isTrue();
    }

    @Test
    void afterTheDeadlineNothingIsGained() {
        StepResult late = ProtocolStep.sighted(joined("a"), 0, shows(first, a, b, c), TIMING, LEASE);
        assertThat(late.standing().holdings().held().isEmpty()).isTrue();
        StepResult justInTime = ProtocolStep.sighted(joined("a"), 0, shows(first, a, b, c), TIMING, LEASE - 1);
        assertThat(justInTime.standing().holdings().held().count()).isEqualTo(1);
    }

    @Test
    void whoLeavesOrIsSuspendedGainsNothing() {
        ProtocolState leaving = joined("a").with(new MemberSettings("a").leave());
        ProtocolState suspended = joined("a").with(new MemberSettings("a").suspended(true));
        assertThat(sees(leaving, 0, shows(first, a, b, c)).standing().holds(0, 0))
                .isFalse();
        assertThat(sees(suspended, 0, shows(first, a, b, c)).standing().holds(0, 0))
                .isFalse();
    }

    @Test
    void whatBelongsToAnotherLifeOfMineIsNotMine() {
        ProtocolState young = ProtocolStep.joined(
                        ProtocolState.outside(new MemberSettings("a"), BoardMemory.NONE), life2())
                .standing();
        assertThat(sees(young, 0, shows(first, b, c)).standing().holds(0, 0)).isFalse();
    }

    private static Incarnation life2() {
        return new Incarnation("a", 2);
    }

    // 9. The exclusive job

    @Test
    void anExclusiveJobStartsWhenAllOnTheBoardHaveAcknowledged() {
        Allocation alone = next(first, Directives.NONE.exclusive(Scene.life("b")), a, b, c);
        ProtocolState waiting = saw("b", alone, a, b, c);
        assertThat(waiting.mayRunAlone(0)).isFalse();
        ProtocolState behind = sees(waiting, 1, shows(alone, card("a", 2), card("b", 2), card("c", 1)))
                .standing();
        assertThat(behind.mayRunAlone(1)).isFalse();
        StepResult granted = sees(behind, 2, shows(alone, card("a", 2), card("b", 2), card("c", 2)));
        assertThat(granted.events()).containsExactly(new MemberEvent.Alone(alone));
        assertThat(granted.standing().mayRunAlone(2)).isTrue();
        assertThat(granted.standing().mayRunAlone(2 + LEASE))
                .as("after its lease")
                .isFalse();
    }

    @Test
    void nobodyElseRunsAlone() {
        Allocation alone = next(first, Directives.NONE.exclusive(Scene.life("b")), a, b, c);
        StepResult turn = sees(joined("c"), 0, shows(alone, card("a", 2), card("b", 2), card("c", 2)));
        assertThat(turn.standing().mayRunAlone(0)).isFalse();
    }

    @Test
    void whoGoesOnHoldingStopsTheExclusiveJobFromStarting() {
        Allocation alone = next(first, Directives.NONE.exclusive(Scene.life("a")), a, b, c);
        ProtocolState parting = sees(saw("a", first, a, b, c), 1, shows(alone, a, card("b", 2), card("c", 2)))
                .standing();
        assertThat(parting.mayRunAlone(1)).isFalse();
        assertThat(parting.card().acknowledged()).isEqualTo(1);
    }

    @Test
    void anExclusiveJobEndsWhenTheGroupSharesAgain() {
        Allocation alone = next(first, Directives.NONE.exclusive(Scene.life("b")), a, b, c);
        Card[] all = {card("a", 2), card("b", 2), card("c", 2)};
        ProtocolState running = saw("b", alone, all);
        assertThat(running.mayRunAlone(0)).isTrue();
        Allocation shared = next(alone, Directives.NONE, all);
        StepResult ended = sees(running, 1, shows(shared, all));
        assertThat(ended.events()).contains(new MemberEvent.NotAlone());
        assertThat(ended.standing().mayRunAlone(1)).isFalse();
    }

    @Test
    void anExclusiveJobEndsWithTheLifeThatRunsIt() {
        Allocation alone = next(first, Directives.NONE.exclusive(Scene.life("b")), a, b, c);
        ProtocolState running = saw("b", alone, card("a", 2), card("b", 2), card("c", 2));
        StepResult ejected = ProtocolStep.ejected(running);
        assertThat(ejected.events()).contains(new MemberEvent.NotAlone());
        assertThat(ejected.standing().mayRunAlone(0)).isFalse();
    }
}
