package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.GRACE;
import static dev.divvy.coordination.protocol.StepFixtures.LEASE;
import static dev.divvy.coordination.protocol.StepFixtures.PLANNER;
import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.joined;
import static dev.divvy.coordination.protocol.StepFixtures.next;
import static dev.divvy.coordination.protocol.StepFixtures.ownedBy;
import static dev.divvy.coordination.protocol.StepFixtures.passedTo;
import static dev.divvy.coordination.protocol.StepFixtures.roster;
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
import dev.divvy.coordination.protocol.knowledge.PulseMonitor;
import dev.divvy.coordination.protocol.knowledge.SettleTimer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps 1 to 5 of the protocol, in its order: the lease, releases and acknowledgements. */
class ProtocolStepTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Allocation first = ownedBy("a", a, b);
    private final Allocation second = passedTo("b", first, a, b);

    // 1. Ejected

    @Test
    void anEjectedMemberDropsEverythingAtOnce() {
        ProtocolState holding = saw("a", first, a, b);
        StepResult ejected = ProtocolStep.ejected(holding);
        assertThat(ejected.events())
                .containsExactly(
                        new MemberEvent.Ejected(incarnation("a")),
                        new MemberEvent.Dropped(Optional.of(first), Runs.ofPieces(0)));
        assertThat(ejected.state().holdings().isEmpty()).isTrue();
        assertThat(ejected.state().place()).isEmpty();
        assertThat(ejected.state().holds(0, 0)).isFalse();
        assertThat(ejected.state().lease()).isEqualTo(Lease.NONE);
    }

    @Test
    void anEjectedMemberDropsWhatItWasReleasingToo() {
        ProtocolState releasing =
                sees(saw("a", first, a, b), 1, shows(second, a, b)).state();
        StepResult ejected = ProtocolStep.ejected(releasing);
        assertThat(ejected.events()).hasAtLeastOneElementOfType(MemberEvent.Dropped.class);
        assertThat(ejected.state().holdings().releasing()).isFalse();
    }

    @Test
    void anEjectedMemberThatHeldNothingHasNothingToDrop() {
        assertThat(ProtocolStep.ejected(joined("a")).events())
                .containsExactly(new MemberEvent.Ejected(incarnation("a")));
    }

    @Test
    void aNewIncarnationObservesBeatsAnewButStillKnowsTheAllocation() {
        ProtocolState outside = ProtocolStep.ejected(saw("a", first, a, b)).state();
        assertThat(outside.knowledge().monitor()).isEqualTo(PulseMonitor.NONE);
        assertThat(outside.knowledge().settleTimer()).isEqualTo(SettleTimer.NONE);
        assertThat(outside.view().allocation()).contains(first);
    }

    // 2. The deadline

    @Test
    void theLeaseRunsFromTheMomentOfSendingNotOfTheAnswer() {
        ProtocolState holding = ProtocolStep.observed(joined("a"), 100, shows(first, a, b), TIMING, 700)
                .state();
        assertThat(holding.lease().deadline()).isEqualTo(100 + LEASE);
        assertThat(holding.holds(0, 100 + LEASE - 1)).isTrue();
        assertThat(holding.holds(0, 100 + LEASE)).isFalse();
    }

    @Test
    void anEarlierPulseNeverShortensTheLease() {
        ProtocolState holding = ProtocolStep.observed(joined("a"), 700, shows(first, a, b), TIMING, 700)
                .state();
        assertThat(ProtocolStep.renewed(holding, 100, TIMING).lease().deadline())
                .isEqualTo(700 + LEASE);
        assertThat(ProtocolStep.observed(holding, 100, shows(first, a, b), TIMING, 800)
                        .state()
                        .lease()
                        .deadline())
                .isEqualTo(700 + LEASE);
    }

    @Test
    void holdingsResumeWhenALaterPulseOfTheSameIncarnationSucceeds() {
        ProtocolState holding = saw("a", first, a, b);
        long late = 2 * LEASE;
        assertThat(holding.holds(0, late)).isFalse();
        StepResult back = sees(holding, late, shows(first, a, b));
        assertThat(back.state().holds(0, late)).isTrue();
        assertThat(back.events()).isEmpty();
    }

    @Test
    void aPieceThatMovedMeanwhileDoesNotResume() {
        Allocation back = passedTo("a", second, a, b);
        StepResult result = sees(saw("a", first, a, b), 2 * LEASE, shows(back, a, b));
        assertThat(result.state().holds(0, 2 * LEASE)).isFalse();
        assertThat(result.events()).hasAtLeastOneElementOfType(MemberEvent.Lost.class);
    }

    // 3. A reply to an earlier pulse

    @Test
    void anAnswerThatIsNotTheNewestRenewsTheLeaseAndNothingElse() {
        ProtocolState holding = saw("a", first, a, b);
        ProtocolState renewed = ProtocolStep.renewed(holding, 50, TIMING);
        assertThat(renewed.lease().deadline()).isEqualTo(50 + LEASE);
        assertThat(renewed.with(holding.lease())).isEqualTo(holding);
    }

    // 4. Releasing

    @Test
    void aPieceGivenToAnotherMemberIsReleasedWithinTheGraceTime() {
        StepResult result = sees(saw("a", first, a, b), 5, shows(second, a, b));
        PendingRelease release = new PendingRelease(1, first, Runs.ofPieces(0), 5 + GRACE);
        assertThat(result.events()).containsExactly(new MemberEvent.Lost(release), new MemberEvent.Adopted(second));
        assertThat(result.state().holds(0, 5)).isFalse();
        assertThat(result.state().holdings().pendingReleases()).containsExactly(release);
    }

    @Test
    void aPieceThatCameBackUnnoticedIsReleasedFirst() {
        Allocation third = passedTo("a", second, a, b);
        StepResult result = sees(saw("a", first, a, b), 5, shows(third, a, b));
        assertThat(result.events()).hasAtLeastOneElementOfType(MemberEvent.Lost.class);
        assertThat(result.state().holdings().held().isEmpty()).isTrue();
    }

    @Test
    void aPieceThatStaysIsNotInterrupted() {
        Allocation again = passedTo("a", first, a, b, card("c", 0));
        StepResult result = sees(saw("a", first, a, b), 5, shows(again, a, b, card("c", 0)));
        assertThat(result.events()).containsExactly(new MemberEvent.Adopted(again));
        assertThat(result.state().holds(0, 5)).isTrue();
        assertThat(result.state().holdings().fence(0).epoch()).isEqualTo(1);
    }

    // 5. Acknowledging

    @Test
    void nothingIsAcknowledgedWhileAnythingIsBeingReleased() {
        ProtocolState holding = saw("a", first, a, b);
        assertThat(acknowledged(holding)).isEqualTo(1);
        ProtocolState releasing = sees(holding, 5, shows(second, a, b)).state();
        assertThat(acknowledged(releasing)).isEqualTo(1);
        StepResult released = ProtocolStep.released(releasing, 1);
        assertThat(acknowledged(released.state())).isEqualTo(2);
        assertThat(released.events())
                .containsExactly(new MemberEvent.Released(
                        releasing.holdings().pendingReleases().get(0), true));
    }

    @Test
    void epochsThatCameMeanwhileAreAcknowledgedTogetherAtTheEnd() {
        Allocation third = passedTo("a", second, a, b);
        Allocation fourth = passedTo("b", third, a, b);
        ProtocolState state =
                sees(saw("a", first, a, b), 5, shows(second, a, b)).state();
        for (Allocation later : List.of(third, fourth)) {
            state = sees(state, 6, shows(later, a, b)).state();
            assertThat(acknowledged(state)).isEqualTo(1);
        }
        assertThat(acknowledged(ProtocolStep.released(state, 1).state())).isEqualTo(4);
    }

    @Test
    void everyReleaseIsWaitedFor() {
        Directives mine = Directives.NONE.pin("0", "a").pin("1", "a");
        Allocation both = PLANNER.first(new Version("L", 1), Tokens.sql(2), roster(a, b), mine);
        Allocation one = next(both, mine.pin("0", "b"), a, b);
        Allocation none = next(one, mine.pin("0", "b").pin("1", "b"), a, b);
        ProtocolState releasing =
                sees(saw("a", both, a, b), 5, shows(one, a, b)).state();
        ProtocolState twice = sees(releasing, 6, shows(none, a, b)).state();
        assertThat(twice.holdings().pendingReleases())
                .extracting(PendingRelease::lost)
                .containsExactly(Runs.ofPieces(0), Runs.ofPieces(1));
        assertThat(acknowledged(ProtocolStep.released(twice, 1).state())).isEqualTo(1);
        assertThat(acknowledged(ProtocolStep.released(twice, 2).state())).isEqualTo(1);
        ProtocolState done = ProtocolStep.released(
                        ProtocolStep.released(twice, 2).state(), 1)
                .state();
        assertThat(acknowledged(done)).isEqualTo(3);
    }

    @Test
    void afterTheGraceTimeAReleaseCompletesInAnyCase() {
        ProtocolState releasing =
                sees(saw("a", first, a, b), 5, shows(second, a, b)).state();
        assertThat(ProtocolStep.releaseOverdue(releasing, 5 + GRACE - 1).events())
                .isEmpty();
        StepResult overdue = ProtocolStep.releaseOverdue(releasing, 5 + GRACE);
        assertThat(overdue.events())
                .containsExactly(new MemberEvent.Released(
                        releasing.holdings().pendingReleases().get(0), false));
        assertThat(acknowledged(overdue.state())).isEqualTo(2);
    }

    @Test
    void anUnknownReleaseChangesNothing() {
        ProtocolState holding = saw("a", first, a, b);
        assertThat(ProtocolStep.released(holding, 9)).isEqualTo(StepResult.to(holding));
    }

    private static long acknowledged(ProtocolState state) {
        return state.place().orElseThrow().acknowledged();
    }
}
