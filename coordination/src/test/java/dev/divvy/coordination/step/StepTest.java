package dev.divvy.coordination.step;

import static dev.divvy.coordination.step.Scene.GRACE;
import static dev.divvy.coordination.step.Scene.LEASE;
import static dev.divvy.coordination.step.Scene.PLANNER;
import static dev.divvy.coordination.step.Scene.TIMING;
import static dev.divvy.coordination.step.Scene.card;
import static dev.divvy.coordination.step.Scene.joined;
import static dev.divvy.coordination.step.Scene.life;
import static dev.divvy.coordination.step.Scene.next;
import static dev.divvy.coordination.step.Scene.ownedBy;
import static dev.divvy.coordination.step.Scene.passedTo;
import static dev.divvy.coordination.step.Scene.roster;
import static dev.divvy.coordination.step.Scene.saw;
import static dev.divvy.coordination.step.Scene.sees;
import static dev.divvy.coordination.step.Scene.shows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.step.knowledge.Settling;
import dev.divvy.coordination.step.knowledge.Watch;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps 1 to 5 of the protocol, in its order: the lease, and letting go. */
class StepTest {

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Allocation first = ownedBy("a", a, b);
    private final Allocation second = passedTo("b", first, a, b);

    // 1. Ejected

    @Test
    void oneWhoIsEjectedDropsEverythingAtOnce() {
        Standing holding = saw("a", first, a, b);
        Turn ejected = Step.ejected(holding);
        assertThat(ejected.events())
                .containsExactly(new Event.Ejected(life("a")), new Event.Dropped(Optional.of(first), Runs.ofPieces(0)));
        assertThat(ejected.standing().holdings().isEmpty()).isTrue();
        assertThat(ejected.standing().post()).isEmpty();
        assertThat(ejected.standing().holds(0, 0)).isFalse();
        assertThat(ejected.standing().lease()).isEqualTo(Lease.NONE);
    }

    @Test
    void oneWhoIsEjectedDropsWhatItWasLettingGoOfToo() {
        Standing parting = sees(saw("a", first, a, b), 1, shows(second, a, b)).standing();
        Turn ejected = Step.ejected(parting);
        assertThat(ejected.events()).hasAtLeastOneElementOfType(Event.Dropped.class);
        assertThat(ejected.standing().holdings().lettingGo()).isFalse();
    }

    @Test
    void oneWhoIsEjectedAndHeldNothingHasNothingToDrop() {
        assertThat(Step.ejected(joined("a")).events()).containsExactly(new Event.Ejected(life("a")));
    }

    @Test
    void aNewLifeWatchesAnewButStillKnowsTheAllocation() {
        Standing outside = Step.ejected(saw("a", first, a, b)).standing();
        assertThat(outside.outlook().watch()).isEqualTo(Watch.NONE);
        assertThat(outside.outlook().settling()).isEqualTo(Settling.NONE);
        assertThat(outside.view().allocation()).contains(first);
    }

    // 2. The deadline

    @Test
    void theLeaseRunsFromTheMomentOfSendingNotOfTheAnswer() {
        Standing holding =
                Step.sighted(joined("a"), 100, shows(first, a, b), TIMING, 700).standing();
        assertThat(holding.lease().deadline()).isEqualTo(100 + LEASE);
        assertThat(holding.holds(0, 100 + LEASE - 1)).isTrue();
        assertThat(holding.holds(0, 100 + LEASE)).isFalse();
    }

    @Test
    void anEarlierPulseNeverShortensTheLease() {
        Standing holding =
                Step.sighted(joined("a"), 700, shows(first, a, b), TIMING, 700).standing();
        assertThat(Step.renewed(holding, 100, TIMING).lease().deadline()).isEqualTo(700 + LEASE);
        assertThat(Step.sighted(holding, 100, shows(first, a, b), TIMING, 800)
                        .standing()
                        .lease()
                        .deadline())
                .isEqualTo(700 + LEASE);
    }

    @Test
    void holdingsResumeWhenALaterPulseOfTheSameLifeSucceeds() {
        Standing holding = saw("a", first, a, b);
        long late = 2 * LEASE;
        assertThat(holding.holds(0, late)).isFalse();
        Turn back = sees(holding, late, shows(first, a, b));
        assertThat(back.standing().holds(0, late)).isTrue();
        assertThat(back.events()).isEmpty();
    }

    @Test
    void whatBecameAnothersMeanwhileDoesNotResume() {
        Allocation back = passedTo("a", second, a, b);
        Turn turn = sees(saw("a", first, a, b), 2 * LEASE, shows(back, a, b));
        assertThat(turn.standing().holds(0, 2 * LEASE)).isFalse();
        assertThat(turn.events()).hasAtLeastOneElementOfType(Event.Lost.class);
    }

    // 3. An answer that is not the newest

    @Test
    void anAnswerThatIsNotTheNewestRenewsTheLeaseAndNothingElse() {
        Standing holding = saw("a", first, a, b);
        Standing renewed = Step.renewed(holding, 50, TIMING);
        assertThat(renewed.lease().deadline()).isEqualTo(50 + LEASE);
        assertThat(renewed.with(holding.lease())).isEqualTo(holding);
    }

    // 4. Letting go

    @Test
    void whatTheAllocationGivesToAnotherIsLetGoOfWithinTheGraceTime() {
        Turn turn = sees(saw("a", first, a, b), 5, shows(second, a, b));
        Parting parting = new Parting(1, first, Runs.ofPieces(0), 5 + GRACE);
        assertThat(turn.events()).containsExactly(new Event.Lost(parting), new Event.Adopted(second));
        assertThat(turn.standing().holds(0, 5)).isFalse();
        assertThat(turn.standing().holdings().partings()).containsExactly(parting);
    }

    @Test
    void aPieceThatCameBackWhileNobodyLookedIsLetGoOfFirst() {
        Allocation third = passedTo("a", second, a, b);
        Turn turn = sees(saw("a", first, a, b), 5, shows(third, a, b));
        assertThat(turn.events()).hasAtLeastOneElementOfType(Event.Lost.class);
        assertThat(turn.standing().holdings().held().isEmpty()).isTrue();
    }

    @Test
    void whatStaysIsNotInterrupted() {
        Allocation again = passedTo("a", first, a, b, card("c", 0));
        Turn turn = sees(saw("a", first, a, b), 5, shows(again, a, b, card("c", 0)));
        assertThat(turn.events()).containsExactly(new Event.Adopted(again));
        assertThat(turn.standing().holds(0, 5)).isTrue();
        assertThat(turn.standing().holdings().fence(0).epoch()).isEqualTo(1);
    }

    // 5. Acknowledging

    @Test
    void nothingIsAcknowledgedWhileAnythingIsBeingLetGoOf() {
        Standing holding = saw("a", first, a, b);
        assertThat(acknowledged(holding)).isEqualTo(1);
        Standing parting = sees(holding, 5, shows(second, a, b)).standing();
        assertThat(acknowledged(parting)).isEqualTo(1);
        Turn released = Step.released(parting, 1);
        assertThat(acknowledged(released.standing())).isEqualTo(2);
        assertThat(released.events())
                .containsExactly(new Event.Parted(parting.holdings().partings().get(0), true));
    }

    @Test
    void epochsThatCameMeanwhileAreAcknowledgedTogetherAtTheEnd() {
        Allocation third = passedTo("a", second, a, b);
        Allocation fourth = passedTo("b", third, a, b);
        Standing standing = sees(saw("a", first, a, b), 5, shows(second, a, b)).standing();
        for (Allocation later : List.of(third, fourth)) {
            standing = sees(standing, 6, shows(later, a, b)).standing();
            assertThat(acknowledged(standing)).isEqualTo(1);
        }
        assertThat(acknowledged(Step.released(standing, 1).standing())).isEqualTo(4);
    }

    @Test
    void everyPartingIsWaitedFor() {
        Directives mine = Directives.NONE.pin("0", "a").pin("1", "a");
        Allocation both = PLANNER.first(new Version("L", 1), Tokens.sql(2), roster(a, b), mine);
        Allocation one = next(both, mine.pin("0", "b"), a, b);
        Allocation none = next(one, mine.pin("0", "b").pin("1", "b"), a, b);
        Standing parting = sees(saw("a", both, a, b), 5, shows(one, a, b)).standing();
        Standing twice = sees(parting, 6, shows(none, a, b)).standing();
        assertThat(twice.holdings().partings())
                .extracting(Parting::lost)
                .containsExactly(Runs.ofPieces(0), Runs.ofPieces(1));
        assertThat(acknowledged(Step.released(twice, 1).standing())).isEqualTo(1);
        assertThat(acknowledged(Step.released(twice, 2).standing())).isEqualTo(1);
        Standing done = Step.released(Step.released(twice, 2).standing(), 1).standing();
        assertThat(acknowledged(done)).isEqualTo(3);
    }

    @Test
    void afterTheGraceTimeNobodyIsWaitedFor() {
        Standing parting = sees(saw("a", first, a, b), 5, shows(second, a, b)).standing();
        assertThat(Step.passed(parting, 5 + GRACE - 1).events()).isEmpty();
        Turn passed = Step.passed(parting, 5 + GRACE);
        assertThat(passed.events())
                .containsExactly(new Event.Parted(parting.holdings().partings().get(0), false));
        assertThat(acknowledged(passed.standing())).isEqualTo(2);
    }

    @Test
    void aPartingThatNobodyKnowsChangesNothing() {
        Standing holding = saw("a", first, a, b);
        assertThat(Step.released(holding, 9)).isEqualTo(Turn.to(holding));
    }

    private static long acknowledged(Standing standing) {
        return standing.post().orElseThrow().acknowledged();
    }
}
