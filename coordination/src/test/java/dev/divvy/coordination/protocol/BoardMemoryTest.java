package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.Scene.PLANNER;
import static dev.divvy.coordination.protocol.Scene.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.Scene.card;
import static dev.divvy.coordination.protocol.Scene.joined;
import static dev.divvy.coordination.protocol.Scene.life;
import static dev.divvy.coordination.protocol.Scene.ownedBy;
import static dev.divvy.coordination.protocol.Scene.passedTo;
import static dev.divvy.coordination.protocol.Scene.roster;
import static dev.divvy.coordination.protocol.Scene.saw;
import static dev.divvy.coordination.protocol.Scene.sees;
import static dev.divvy.coordination.protocol.Scene.shows;
import static dev.divvy.coordination.protocol.Scene.showsNoAllocation;
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
        StepResult turn = sees(saw("a", first, a, b), 5, showsNoAllocation(a, b));
        assertThat(turn.events())
                .hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class)
                .contains(new MemberEvent.Dropped(Optional.of(first), Runs.ofPieces(0)));
        assertThat(turn.standing().holds(0, 5)).isFalse();
        assertThat(turn.standing().card().acknowledged()).isZero();
        assertThat(turn.standing().outlook().memory().floor()).isEqualTo(1);
    }

    @Test
    void aLowerEpochDropsOnlyWhatItDoesNotConfirm() {
        Allocation third = passedTo("b", second, a, b);
        StepResult kept = sees(saw("a", second, a, b), 5, shows(first, a, b));
        assertThat(kept.events())
                .hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class)
                .doesNotHaveAnyElementsOfTypes(MemberEvent.Dropped.class);
        assertThat(kept.standing().holds(0, 5)).isTrue();
        StepResult dropped = sees(saw("b", third, b), 5, shows(second, a, b));
        assertThat(dropped.events()).contains(new MemberEvent.Dropped(Optional.of(third), Runs.ofPieces(0)));
        assertThat(dropped.standing().holdings().lettingGo()).isFalse();
    }

    @Test
    void whatIsBeingLetGoOfIsDroppedWithoutGraceWhenTheBoardForgot() {
        Allocation third = passedTo("b", second, a, b);
        ProtocolState parting =
                sees(saw("a", second, a, b), 5, shows(third, a, b)).standing();
        assertThat(parting.holdings().lettingGo()).isTrue();
        StepResult back = sees(parting, 6, shows(second, a, b));
        assertThat(back.standing().holdings().lettingGo()).isFalse();
        assertThat(back.events()).contains(new MemberEvent.Dropped(Optional.of(third), Runs.NONE));
    }

    @Test
    void anotherLineageConfirmsNothing() {
        StepResult turn = sees(saw("a", first, a, b), 5, shows(elsewhere, a, b));
        assertThat(turn.events())
                .hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class)
                .contains(
                        new MemberEvent.Dropped(Optional.of(first), Runs.ofPieces(0)),
                        new MemberEvent.Adopted(elsewhere));
        assertThat(turn.standing().holds(0, 5)).isFalse();
    }

    @Test
    void anotherMemoryOfTheBoardMayHaveForgotten() {
        BoardSnapshot other = new BoardSnapshot(
                "there",
                Optional.of(first.version()),
                Optional.of(first),
                shows(first, a, b).cards(),
                false);
        StepResult turn = sees(saw("a", first, a, b), 5, other);
        assertThat(turn.events()).hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class);
        assertThat(turn.standing().holds(0, 5)).as("what it confirms").isTrue();
        assertThat(turn.standing().outlook().memory().quietAt(5)).isTrue();
        assertThat(turn.standing().outlook().watch().age(b.life(), 5))
                .as("a beat that was set back may be one of before: it is watched anew")
                .contains(0L);
        assertThat(sees(turn.standing(), 6, other).events()).as("the next look").isEmpty();
    }

    @Test
    void nothingIsGainedForATimeToLiveAfterTheBoardForgot() {
        ProtocolState standing =
                sees(saw("a", first, a, b), 5, shows(elsewhere, a, b)).standing();
        assertThat(sees(standing, 5 + TIME_TO_LIVE - 1, shows(elsewhere, a, b))
                        .standing()
                        .holdings()
                        .held()
                        .isEmpty())
                .isTrue();
        ProtocolState later =
                sees(standing, 5 + TIME_TO_LIVE, shows(elsewhere, a, b)).standing();
        assertThat(later.holds(0, 5 + TIME_TO_LIVE)).isTrue();
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
        ProtocolState outside = ProtocolStep.ejected(saw("a", second, a, b)).standing();
        ProtocolState again =
                ProtocolStep.joined(outside, new Incarnation("a", 2)).standing();
        assertThat(sees(again, 5, shows(first, b)).events()).hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class);
    }

    @Test
    void aProcessThatRemembersAHigherEpochThanItsBoardIsQuietToo() {
        for (BoardSnapshot lower : new BoardSnapshot[] {shows(first, a, b), showsNoAllocation(a, b)}) {
            ProtocolState fresh = ProtocolStep.joined(
                            ProtocolState.outside(new MemberSettings("a"), BoardMemory.of(7)), life("a"))
                    .standing();
            StepResult turn = sees(fresh, 5, lower);
            assertThat(turn.events()).hasAtLeastOneElementOfType(MemberEvent.BoardForgot.class);
            assertThat(turn.standing().outlook().memory().quietAt(5 + TIME_TO_LIVE - 1))
                    .isTrue();
            assertThat(turn.standing().holdings().held().isEmpty()).isTrue();
        }
        ProtocolState fresh = ProtocolStep.joined(
                        ProtocolState.outside(new MemberSettings("a"), BoardMemory.of(1)), life("a"))
                .standing();
        assertThat(sees(fresh, 5, shows(first, a, b)).standing().holds(0, 5)).isTrue();
    }

    @Test
    void theFloorIsTheHighestEpochEverSeen() {
        ProtocolState standing = saw("a", second, a, b);
        assertThat(standing.outlook().memory().floor()).isEqualTo(2);
        ProtocolState back = sees(standing, 5, shows(first, a, b)).standing();
        assertThat(back.outlook().memory().floor()).isEqualTo(2);
        assertThat(sees(back, 6, shows(elsewhere, a, b))
                        .standing()
                        .outlook()
                        .memory()
                        .floor())
                .isEqualTo(9);
    }
}
