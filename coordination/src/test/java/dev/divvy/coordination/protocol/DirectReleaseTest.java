package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.LEASE;
import static dev.divvy.coordination.protocol.StepFixtures.PLANNER;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.divided;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.ownedBy;
import static dev.divvy.coordination.protocol.StepFixtures.passedTo;
import static dev.divvy.coordination.protocol.StepFixtures.saw;
import static dev.divvy.coordination.protocol.StepFixtures.sees;
import static dev.divvy.coordination.protocol.StepFixtures.shows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.knowledge.DirectReleases.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Step 6 of the protocol: a piece that its former owner has released, and told the next owner directly. */
class DirectReleaseTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Card c = card("c", 0);
    private final Allocation first = ownedBy("a", a, b, c);
    private final Allocation second = passedTo("b", first, a, b, c);

    private static Report by(String member, long epoch, int... pieces) {
        return new Report(incarnation(member), new Version("L", epoch), Runs.ofPieces(pieces));
    }

    private static StepResult told(ProtocolState before, Report report) {
        return ProtocolStep.releasedBy(before, List.of(report), 1);
    }

    @Test
    void aPieceIsGainedAtOnceWhenItsReleaserSaysSo() {
        ProtocolState waiting = saw("b", second, a, b, c);
        StepResult result = told(waiting, by("a", 2, 0));
        assertThat(result.events()).containsExactly(new MemberEvent.Gained(second, Runs.ofPieces(0)));
        assertThat(result.state().holds(0, 1)).isTrue();
    }

    @Test
    void ofSeveralPiecesOnlyTheReleasedOnesAreGained() {
        Allocation ten = PLANNER.first(new Version("L", 1), Tokens.sql(10), StepFixtures.roster(a), Directives.NONE);
        Allocation moved = divided(ten, ten.pieces(), a, b);
        ProtocolState waiting = saw("b", moved, a, b);
        int piece = moved.piecesOf("b").first(0);
        assertThat(told(waiting, by("a", 2, piece)).events())
                .containsExactly(new MemberEvent.Gained(moved, Runs.ofPieces(piece)));
    }

    @Test
    void itCountsOnlyForLossesThatTheReportCovers() {
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(told(waiting, by("a", 1, 0)).state().holds(0, 1))
                .as("it lost the piece at epoch 2")
                .isFalse();
        assertThat(told(waiting, by("c", 2, 0)).state().holds(0, 1))
                .as("another member")
                .isFalse();
        Report other = new Report(incarnation("a"), new Version("M", 2), Runs.ofPieces(0));
        assertThat(told(waiting, other).state().holds(0, 1))
                .as("another lineage")
                .isFalse();
    }

    @Test
    void ofAChainEveryReleaserIsWaitedFor() {
        Allocation third = passedTo("c", second, a, b, c);
        ProtocolState waiting = saw("c", third, a, b, c);
        ProtocolState half = told(waiting, by("a", 3, 0)).state();
        assertThat(half.holds(0, 1)).isFalse();
        assertThat(told(half, by("b", 3, 0)).state().holds(0, 1)).isTrue();
    }

    @Test
    void aReportThatComesBeforeTheAllocationCountsWhenThatIsSeen() {
        ProtocolState early = told(saw("b", first, a, b, c), by("a", 2, 0)).state();
        assertThat(early.holds(0, 1)).isFalse();
        assertThat(sees(early, 2, shows(second, a, b, c)).state().holds(0, 2)).isTrue();
    }

    /** After a split of tokens the same number means another piece. */
    @Test
    void aReportIsForgottenWhenThePiecesAreNumberedAnew() {
        Allocation two = divided(second, Tokens.sql(2), a, b, c);
        ProtocolState early = told(saw("c", second, a, b, c), by("a", 2, 0)).state();
        assertThat(early.knowledge().releases().reports()).hasSize(1);
        ProtocolState after = sees(early, 2, shows(two, a, b, c)).state();
        assertThat(after.knowledge().releases().reports()).isEmpty();
        ProtocolState late = told(saw("b", two, a, b, c), by("a", 2, 0, 1)).state();
        assertThat(late.holdings().held().isEmpty()).isTrue();
    }

    @Test
    void afterTheDeadlineNothingIsGained() {
        ProtocolState waiting = saw("b", second, a, b, c);
        assertThat(ProtocolStep.releasedBy(waiting, List.of(by("a", 2, 0)), LEASE)
                        .events())
                .isEmpty();
    }

    @Test
    void aReportThatTheBoardConfirmsIsNotKept() {
        ProtocolState waiting = saw("b", second, a, b, c);
        ProtocolState told = told(waiting, by("a", 2, 0)).state();
        assertThat(told.knowledge().releases().reports()).hasSize(1);
        ProtocolState confirmed =
                sees(told, 2, shows(second, card("a", 2), b, c)).state();
        assertThat(confirmed.knowledge().releases().reports()).isEmpty();
        assertThat(sees(told, 2, shows(second, b, c))
                        .state()
                        .knowledge()
                        .releases()
                        .reports())
                .as("the member is gone")
                .isEmpty();
    }
}
