package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.Scene.GRACE;
import static dev.divvy.coordination.protocol.Scene.LEASE;
import static dev.divvy.coordination.protocol.Scene.PLANNER;
import static dev.divvy.coordination.protocol.Scene.TIMING;
import static dev.divvy.coordination.protocol.Scene.card;
import static dev.divvy.coordination.protocol.Scene.joined;
import static dev.divvy.coordination.protocol.Scene.life;
import static dev.divvy.coordination.protocol.Scene.next;
import static dev.divvy.coordination.protocol.Scene.ownedBy;
import static dev.divvy.coordination.protocol.Scene.passedTo;
import static dev.divvy.coordination.protocol.Scene.roster;
import static dev.divvy.coordination.protocol.Scene.saw;
import static dev.divvy.coordination.protocol.Scene.sees;
import static dev.divvy.coordination.protocol.Scene.shows;
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

/** Steps 1 to 5 of the protocol, in its order: the lease, and letting go. */
class ProtocolStepTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Allocation first = ownedBy("a", a, b);
    private final Allocation second = passedTo("b", first, a, b);

    // 1. Ejected

    @Test
    void oneWhoIsEjectedDropsEverythingAtOnce() {
        ProtocolState holding = saw("a", first, a, b);
        StepResult ejected = ProtocolStep.ejected(holding);
        assertThat(ejected.events())
                .containsExactly(
                        new MemberEvent.Ejected(life("a")),
                        new MemberEvent.Dropped(Optional.of(first), Runs.ofPieces(0)));
        assertThat(ejected.standing().holdings().isEmpty()).isTrue();
        assertThat(ejected.standing().post()).isEmpty();
        assertThat(ejected.standing().holds(0, 0)).isFalse();
        assertThat(ejected.standing().lease()).isEqualTo(Lease.NONE);
    }

    @Test
    void oneWhoIsEjectedDropsWhatItWasLettingGoOfToo() {
        ProtocolState parting =
                sees(saw("a", first, a, b), 1, shows(second, a, b)).standing();
        StepResult ejected = ProtocolStep.ejected(parting);
        assertThat(ejected.events()).hasAtLeastOneElementOfType(MemberEvent.Dropped.class);
        assertThat(ejected.standing().holdings().lettingGo()).isFalse();
    }

    @Test
    void oneWhoIsEjectedAndHeldNothingHasNothingToDrop() {
        assertThat(ProtocolStep.ejected(joined("a")).events()).containsExactly(new MemberEvent.Ejected(life("a")));
    }

    @Test
    void aNewLifeWatchesAnewButStillKnowsTheAllocation() {
        ProtocolState outside = ProtocolStep.ejected(saw("a", first, a, b)).standing();
        assertThat(outside.outlook().watch()).isEqualTo(PulseMonitor.NONE);
        assertThat(outside.outlook().settling()).isEqualTo(SettleTimer.NONE);
        assertThat(outside.view().allocation()).contains(first);
    }

    // 2. The deadline

    @Test
    void theLeaseRunsFromTheMomentOfSendingNotOfTheAnswer() {
        ProtocolState holding = ProtocolStep.sighted(joined("a"), 100, shows(first, a, b), TIMING, 700)
                .standing();
        assertThat(holding.lease().deadline()).isEqualTo(100 + LEASE);
        assertThat(holding.holds(0, 100 + LEASE - 1)).isTrue();
        assertThat(holding.holds(0, 100 + LEASE)).isFalse();
    }

    @Test
    void anEarlierPulseNeverShortensTheLease() {
        ProtocolState holding = ProtocolStep.sighted(joined("a"), 700, shows(first, a, b), TIMING, 700)
                .standing();
        assertThat(ProtocolStep.renewed(holding, 100, TIMING).lease().deadline())
                .isEqualTo(700 + LEASE);
        assertThat(ProtocolStep.sighted(holding, 100, shows(first, a, b), TIMING, 800)
                        .standing()
                        .lease()
                        .deadline())
                .isEqualTo(700 + LEASE);
    }

    @Test
    void holdingsResumeWhenALaterPulseOfTheSameLifeSucceeds() {
        ProtocolState holding = saw("a", first, a, b);
        long late = 2 * LEASE;
        assertThat(holding.holds(0, late)).isFalse();
        StepResult back = sees(holding, late, shows(first, a, b));
        assertThat(back.standing().holds(0, late)).isTrue();
        assertThat(back.events()).isEmpty();
    }

    @Test
    void whatBecameAnothersMeanwhileDoesNotResume() {
        Allocation back = passedTo("a", second, a, b);
        StepResult turn = sees(saw("a", first, a, b), 2 * LEASE, shows(back, a, b));
        assertThat(turn.standing().holds(0, 2 * LEASE)).isFalse();
        assertThat(turn.events()).hasAtLeastOneElementOfType(MemberEvent.Lost.class);
    }

    // 3. An answer that is not the newest

    @Test
    void anAnswerThatIsNotTheNewestRenewsTheLeaseAndNothingElse() {
        ProtocolState holding = saw("a", first, a, b);
        ProtocolState renewed = ProtocolStep.renewed(holding, 50, TIMING);
        assertThat(renewed.lease().deadline()).isEqualTo(50 + LEASE);
        assertThat(renewed.with(holding.lease())).isEqualTo(holding);
    }

    // 4. Letting go

    @Test
    void whatTheAllocationGivesToAnotherIsLetGoOfWithinTheGraceTime() {
        StepResult turn = sees(saw("a", first, a, b), 5, shows(second, a, b));
        PendingRelease parting = new PendingRelease(1, first, Runs.ofPieces(0), 5 + GRACE);
        assertThat(turn.events()).containsExactly(new MemberEvent.Lost(parting), new MemberEvent.Adopted(second));
        assertThat(turn.standing().holds(0, 5)).isFalse();
        assertThat(turn.standing().holdings().partings()).containsExactly(parting);
    }

    @Test
    void aPieceThatCameBackWhileNobodyLookedIsLetGoOfFirst() {
        Allocation third = passedTo("a", second, a, b);
        StepResult turn = sees(saw("a", first, a, b), 5, shows(third, a, b));
        assertThat(turn.events()).hasAtLeastOneElementOfType(MemberEvent.Lost.class);
        assertThat(turn.standing().holdings().held().isEmpty()).isTrue();
    }

    @Test
    void whatStaysIsNotInterrupted() {
        Allocation again = passedTo("a", first, a, b, card("c", 0));
        StepResult turn = sees(saw("a", first, a, b), 5, shows(again, a, b, card("c", 0)));
        assertThat(turn.events()).containsExactly(new MemberEvent.Adopted(again));
        assertThat(turn.standing().holds(0, 5)).isTrue();
        assertThat(turn.standing().holdings().fence(0).epoch()).isEqualTo(1);
    }

    // 5. Acknowledging

    @Test
    void nothingIsAcknowledgedWhileAnythingIsBeingLetGoOf() {
        ProtocolState holding = saw("a", first, a, b);
        assertThat(acknowledged(holding)).isEqualTo(1);
        ProtocolState parting = sees(holding, 5, shows(second, a, b)).standing();
        assertThat(acknowledged(parting)).isEqualTo(1);
        StepResult released = ProtocolStep.released(parting, 1);
        assertThat(acknowledged(released.standing())).isEqualTo(2);
        assertThat(released.events())
                .containsExactly(
                        new MemberEvent.Parted(parting.holdings().partings().get(0), true));
    }

    @Test
    void epochsThatCameMeanwhileAreAcknowledgedTogetherAtTheEnd() {
        Allocation third = passedTo("a", second, a, b);
        Allocation fourth = passedTo("b", third, a, b);
        ProtocolState standing =
                sees(saw("a", first, a, b), 5, shows(second, a, b)).standing();
        for (Allocation later : List.of(third, fourth)) {
            standing = sees(standing, 6, shows(later, a, b)).standing();
            assertThat(acknowledged(standing)).isEqualTo(1);
        }
        assertThat(acknowledged(ProtocolStep.released(standing, 1).standing())).isEqualTo(4);
    }

    @Test
    void everyPartingIsWaitedFor() {
        Directives mine = Directives.NONE.pin("0", "a").pin("1", "a");
        Allocation both = PLANNER.first(new Version("L", 1), Tokens.sql(2), roster(a, b), mine);
        Allocation one = next(both, mine.pin("0", "b"), a, b);
        Allocation none = next(one, mine.pin("0", "b").pin("1", "b"), a, b);
        ProtocolState parting = sees(saw("a", both, a, b), 5, shows(one, a, b)).standing();
        ProtocolState twice = sees(parting, 6, shows(none, a, b)).standing();
        assertThat(twice.holdings().partings())
                .extracting(PendingRelease::lost)
                .containsExactly(Runs.ofPieces(0), Runs.ofPieces(1));
        assertThat(acknowledged(ProtocolStep.released(twice, 1).standing())).isEqualTo(1);
        assertThat(acknowledged(ProtocolStep.released(twice, 2).standing())).isEqualTo(1);
        ProtocolState done = ProtocolStep.released(
                        ProtocolStep.released(twice, 2).standing(), 1)
                .standing();
        assertThat(acknowledged(done)).isEqualTo(3);
    }

    @Test
    void afterTheGraceTimeNobodyIsWaitedFor() {
        ProtocolState parting =
                sees(saw("a", first, a, b), 5, shows(second, a, b)).standing();
        assertThat(ProtocolStep.passed(parting, 5 + GRACE - 1).events()).isEmpty();
        StepResult passed = ProtocolStep.passed(parting, 5 + GRACE);
        assertThat(passed.events())
                .containsExactly(
                        new MemberEvent.Parted(parting.holdings().partings().get(0), false));
        assertThat(acknowledged(passed.standing())).isEqualTo(2);
    }

    @Test
    void aPartingThatNobodyKnowsChangesNothing() {
        ProtocolState holding = saw("a", first, a, b);
        assertThat(ProtocolStep.released(holding, 9)).isEqualTo(StepResult.to(holding));
    }

    private static long acknowledged(ProtocolState standing) {
        return standing.post().orElseThrow().acknowledged();
    }
}
