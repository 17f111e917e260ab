package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.PLANNER;
import static dev.divvy.coordination.protocol.StepFixtures.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.joined;
import static dev.divvy.coordination.protocol.StepFixtures.ownedBy;
import static dev.divvy.coordination.protocol.StepFixtures.passedTo;
import static dev.divvy.coordination.protocol.StepFixtures.roster;
import static dev.divvy.coordination.protocol.StepFixtures.saw;
import static dev.divvy.coordination.protocol.StepFixtures.sees;
import static dev.divvy.coordination.protocol.StepFixtures.shows;
import static dev.divvy.coordination.protocol.StepFixtures.showsNoAllocation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoardMemoryTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Allocation first = ownedBy("a", a, b);
    private final Allocation second = passedTo("a", first, a, b);
    private final Allocation elsewhere =
            PLANNER.first(new Version("M", 9), first.pieces(), roster(a, b), first.directives());

    @Test
    void aBoardWithoutAnAllocationAnyMoreForgot() {
        StepResult result = sees(saw("a", first, a, b), 5, showsNoAllocation(a, b));
        assertThat(result.events())
                .hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class)
                .contains(new MemberEvent.Dropped(Optional.of(first), Runs.ofPieces(0)));
        assertThat(result.state().holds(0, 5)).isFalse();
        assertThat(result.state().card().acknowledged()).isZero();
        assertThat(result.state().knowledge().memory().floor()).isEqualTo(1);
    }

    @Test
    void aLowerEpochDropsOnlyWhatItDoesNotConfirm() {
        Allocation third = passedTo("b", second, a, b);
        StepResult kept = sees(saw("a", second, a, b), 5, shows(first, a, b));
        assertThat(kept.events())
                .hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class)
                .doesNotHaveAnyElementsOfTypes(MemberEvent.Dropped.class);
        assertThat(kept.state().holds(0, 5)).isTrue();
        StepResult dropped = sees(saw("b", third, b), 5, shows(second, a, b));
        assertThat(dropped.events()).contains(new MemberEvent.Dropped(Optional.of(third), Runs.ofPieces(0)));
        assertThat(dropped.state().holdings().releasing()).isFalse();
    }

    @Test
    void pendingReleasesAreDroppedWithoutGraceWhenTheBoardForgot() {
        Allocation third = passedTo("b", second, a, b);
        ProtocolState releasing =
                sees(saw("a", second, a, b), 5, shows(third, a, b)).state();
        assertThat(releasing.holdings().releasing()).isTrue();
        StepResult back = sees(releasing, 6, shows(second, a, b));
        assertThat(back.state().holdings().releasing()).isFalse();
        assertThat(back.events()).contains(new MemberEvent.Dropped(Optional.of(third), Runs.NONE));
    }

    @Test
    void anotherLineageConfirmsNothing() {
        StepResult result = sees(saw("a", first, a, b), 5, shows(elsewhere, a, b));
        assertThat(result.events())
                .hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class)
                .contains(
                        new MemberEvent.Dropped(Optional.of(first), Runs.ofPieces(0)),
                        new MemberEvent.Adopted(elsewhere));
        assertThat(result.state().holds(0, 5)).isFalse();
    }

    @Test
    void aBoardWithAnotherOriginMayHaveForgotten() {
        BoardSnapshot other = new BoardSnapshot(
                "there",
                Optional.of(first.version()),
                Optional.of(first),
                shows(first, a, b).cards(),
                false);
        StepResult result = sees(saw("a", first, a, b), 5, other);
        assertThat(result.events()).hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class);
        assertThat(result.state().holds(0, 5)).as("what it confirms").isTrue();
        assertThat(result.state().knowledge().memory().quietAt(5)).isTrue();
        assertThat(result.state().knowledge().monitor().age(b.incarnation(), 5))
                .as("a beat that was reset may repeat an earlier one, so it is observed anew")
                .contains(0L);
        assertThat(sees(result.state(), 6, other).events()).as("the next look").isEmpty();
    }

    @Test
    void nothingIsGainedForATimeToLiveAfterTheBoardForgot() {
        ProtocolState state =
                sees(saw("a", first, a, b), 5, shows(elsewhere, a, b)).state();
        assertThat(sees(state, 5 + TIME_TO_LIVE - 1, shows(elsewhere, a, b))
                        .state()
                        .holdings()
                        .held()
                        .isEmpty())
                .isTrue();
        ProtocolState later =
                sees(state, 5 + TIME_TO_LIVE, shows(elsewhere, a, b)).state();
        assertThat(later.holds(0, 5 + TIME_TO_LIVE)).isTrue();
    }

    @Test
    void aLeaseOfAMemberWithALongerTimeToLiveIsWaitedForAfterALoss() {
        Card longer =
                new Card(b.member(), 1, 0, b.state(), "", TIMING.timeToLive().multipliedBy(3));
        for (BoardSnapshot after : new BoardSnapshot[] {shows(elsewhere, a), shows(elsewhere, a, longer)}) {
            ProtocolState state = sees(saw("a", first, a, longer), 5, after).state();
            assertThat(state.knowledge().memory().quietAt(5 + 3 * TIME_TO_LIVE - 1))
                    .isTrue();
            assertThat(state.knowledge().memory().quietAt(5 + 3 * TIME_TO_LIVE)).isFalse();
        }
    }

    @Test
    void aBoardThatWentOnForgotNothing() {
        assertThat(sees(saw("a", first, a, b), 5, shows(first, a, b)).events()).isEmpty();
        assertThat(sees(saw("a", first, a, b), 5, shows(second, a, b)).events())
                .containsExactly(new MemberEvent.Adopted(second));
        assertThat(sees(joined("a"), 5, shows(second, a, b)).events())
                .doesNotHaveAnyElementsOfTypes(MemberEvent.BoardForgot.class);
    }

    @Test
    void anEjectedMemberStillNoticesThatTheBoardForgot() {
        ProtocolState outside = ProtocolStep.ejected(saw("a", second, a, b)).state();
        ProtocolState again =
                ProtocolStep.joined(outside, new Incarnation("a", 2)).state();
        assertThat(sees(again, 5, shows(first, b)).events()).hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class);
    }

    @Test
    void aProcessThatRemembersAHigherEpochThanItsBoardIsQuietToo() {
        for (BoardSnapshot lower : new BoardSnapshot[] {shows(first, a, b), showsNoAllocation(a, b)}) {
            ProtocolState fresh = ProtocolStep.joined(
                            ProtocolState.outside(new MemberSettings("a"), BoardMemory.of(7)), incarnation("a"))
                    .state();
            StepResult result = sees(fresh, 5, lower);
            assertThat(result.events()).hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class);
            assertThat(result.state().knowledge().memory().quietAt(5 + TIME_TO_LIVE - 1))
                    .isTrue();
            assertThat(result.state().holdings().held().isEmpty()).isTrue();
        }
        ProtocolState fresh = ProtocolStep.joined(
                        ProtocolState.outside(new MemberSettings("a"), BoardMemory.of(1)), incarnation("a"))
                .state();
        assertThat(sees(fresh, 5, shows(first, a, b)).state().holds(0, 5)).isTrue();
    }

    @Test
    void theFloorIsTheHighestEpochEverSeen() {
        ProtocolState state = saw("a", second, a, b);
        assertThat(state.knowledge().memory().floor()).isEqualTo(2);
        ProtocolState back = sees(state, 5, shows(first, a, b)).state();
        assertThat(back.knowledge().memory().floor()).isEqualTo(2);
        assertThat(sees(back, 6, shows(elsewhere, a, b))
                        .state()
                        .knowledge()
                        .memory()
                        .floor())
                .isEqualTo(9);
    }
}
