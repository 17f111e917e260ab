package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.PLANNER;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.divided;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.joined;
import static dev.divvy.coordination.protocol.StepFixtures.roster;
import static dev.divvy.coordination.protocol.StepFixtures.saw;
import static dev.divvy.coordination.protocol.StepFixtures.sees;
import static dev.divvy.coordination.protocol.StepFixtures.shows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import org.junit.jupiter.api.Test;

class HoldingsTest {

    private final Card a = card("a", 9);

    @Test
    void splitTokensAreReleasedFirstAndGainedAfterwards() {
        Allocation whole = first(Tokens.sql(2));
        Allocation split = divided(whole, Tokens.sql(4), a);
        ProtocolState releasing = sees(saw("a", whole, a), 1, shows(split, a)).state();
        assertThat(releasing.holdings().held().isEmpty()).isTrue();
        assertThat(releasing.holdings().pendingReleases())
                .extracting(PendingRelease::lost)
                .containsExactly(Runs.of(0, 1));
        ProtocolState still = sees(releasing, 2, shows(split, a)).state();
        assertThat(still.holdings().held().isEmpty()).as("while it releases").isTrue();
        ProtocolState gained = sees(ProtocolStep.released(still, 1).state(), 3, shows(split, a))
                .state();
        assertThat(gained.holdings().held()).isEqualTo(Runs.of(0, 3));
    }

    @Test
    void aUnitThatIsBeingReleasedIsKnownByItsName() {
        Units both = Units.of("k", "m");
        Allocation first = first(both);
        Allocation without = divided(first, Units.of("k"), a);
        Units more = Units.of("a", "k", "m");
        Allocation again = divided(without, more, a);
        ProtocolState releasing = sees(saw("a", first, a), 1, shows(without, a)).state();
        ProtocolState back = sees(releasing, 2, shows(again, a)).state();
        assertThat(back.holdings().held())
                .as("all but m, which has not been released")
                .isEqualTo(Runs.ofPieces(more.indexOf("a"), more.indexOf("k")));
        ProtocolState done =
                sees(ProtocolStep.released(back, 1).state(), 3, shows(again, a)).state();
        assertThat(done.holdings().held()).isEqualTo(more.all());
    }

    @Test
    void onlyOneIncarnationOwnsAPiece() {
        Allocation allocation = first(Tokens.sql(2));
        assertThat(Holdings.owned(allocation, incarnation("a"))).isEqualTo(Runs.of(0, 1));
        assertThat(Holdings.owned(allocation, new Incarnation("a", 2))).isEqualTo(Runs.NONE);
        assertThat(Holdings.owned(allocation, incarnation("b"))).isEqualTo(Runs.NONE);
        assertThat(Holdings.isListed(allocation, incarnation("a"))).isTrue();
        assertThat(Holdings.isListed(allocation, new Incarnation("a", 2))).isFalse();
    }

    @Test
    void withoutHoldingsThereIsNoFence() {
        assertThatIllegalStateException().isThrownBy(() -> Holdings.NONE.fence(0));
    }

    @Test
    void theCardSaysWaitingUntilAllThatIsOwnedIsHeld() {
        assertThat(joined("a").card().state()).isEqualTo(CardState.WAITING);
        assertThat(saw("a", first(Tokens.sql(2)), a).card().state()).isEqualTo(CardState.RUNNING);
        Allocation resting = StepFixtures.next(first(Tokens.sql(2)), Directives.NONE.suspend(true), a);
        assertThat(saw("a", resting, a).card().state()).as("while suspended").isEqualTo(CardState.WAITING);
    }

    @Test
    void theCardSaysWhatTheProcessWantsToBe() {
        ProtocolState running = saw("a", first(Tokens.sql(2)), a);
        assertThat(running.with(new MemberSettings("a").suspended(true)).card().state())
                .isEqualTo(CardState.SUSPENDED);
        assertThat(running.with(new MemberSettings("a").suspended(true).leave())
                        .card()
                        .state())
                .isEqualTo(CardState.LEAVING);
        MemberSettings other =
                new MemberSettings("a").inZone("north").withWeight(3).withAddress("here:1");
        assertThat(running.with(other).card())
                .isEqualTo(new Card(other.asMember(incarnation("a")), 0, 1, CardState.RUNNING, "here:1"));
    }

    private Allocation first(Pieces pieces) {
        return PLANNER.first(new Version("L", 1), pieces, roster(a), Directives.NONE);
    }
}
