package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.MILLI;
import static dev.divvy.coordination.protocol.StepFixtures.PLANNER;
import static dev.divvy.coordination.protocol.StepFixtures.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.StepFixtures.TIMING;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.joined;
import static dev.divvy.coordination.protocol.StepFixtures.next;
import static dev.divvy.coordination.protocol.StepFixtures.ownedBy;
import static dev.divvy.coordination.protocol.StepFixtures.roster;
import static dev.divvy.coordination.protocol.StepFixtures.saw;
import static dev.divvy.coordination.protocol.StepFixtures.saying;
import static dev.divvy.coordination.protocol.StepFixtures.sees;
import static dev.divvy.coordination.protocol.StepFixtures.shows;
import static dev.divvy.coordination.protocol.StepFixtures.showsNoAllocation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Step 7 of the protocol. */
class PublishStepTest {

    private static final long SETTLE = TIMING.settle().toNanos();
    private static final GroupRules RULES = new GroupRules(TIMING, PLANNER, Tokens.sql(12));

    /** Times at which a process may start: a monotonic clock counts from any origin. */
    private static final long[] BEGINNINGS = {0, 1, -1_000_000 * MILLI, 1_000_000 * MILLI, Long.MAX_VALUE / 4};

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Card c = card("c", 0);

    @Test
    void theFirstAllocationWaitsTheSettleTimeWheneverTheProcessBegan() {
        for (long begin : BEGINNINGS) {
            ProtocolState state = sees(joined("a"), begin, showsNoAllocation(a)).state();
            assertThat(due(state, begin + SETTLE - 1)).as("begun at %d", begin).isEmpty();
            Publication first = due(state, begin + SETTLE).orElseThrow();
            assertThat(first.basis()).isEmpty();
            assertThat(first.next().version()).isEqualTo(new Version("drawn", 1));
            assertThat(first.next().roster()).isEqualTo(roster(a));
        }
    }

    @Test
    void aMemberThatJoinsMeanwhileIsPartOfTheSameChange() {
        for (long begin : BEGINNINGS) {
            ProtocolState state = sees(joined("a"), begin, showsNoAllocation(a)).state();
            long later = begin + SETTLE - 1;
            state = sees(state, later, showsNoAllocation(a, b)).state();
            assertThat(due(state, later + SETTLE - 1)).as("begun at %d", begin).isEmpty();
            assertThat(due(state, later + SETTLE).orElseThrow().next().roster()).isEqualTo(roster(a, b));
        }
    }

    @Test
    void endlessArrivalsAndDeparturesAreNotWaitedForEndlessly() {
        for (long begin : BEGINNINGS) {
            Allocation first = ownedBy("a", a);
            ProtocolState state = sees(joined("a"), begin, shows(first, a)).state();
            long now = begin + SETTLE;
            long changed = now;
            for (int i = 0; due(state, now).isEmpty(); i++) {
                assertThat(now - changed).as("begun at %d", begin).isLessThanOrEqualTo(5 * SETTLE);
                state = sees(state, now, i % 2 == 0 ? shows(first, a, b) : shows(first, a, b, c))
                        .state();
                now += SETTLE / 2;
            }
            assertThat(now - changed).as("begun at %d", begin).isGreaterThan(4 * SETTLE);
        }
    }

    @Test
    void thePiecesOfAMemberThatIsGoneWaitAFractionOfTheSettleTime() {
        for (long begin : BEGINNINGS) {
            Allocation first = ownedBy("a", a, b, c);
            ProtocolState gone = sees(joined("a"), begin, shows(first, a, b)).state();
            assertThat(due(gone, begin + SETTLE / 8 - 1))
                    .as("begun at %d", begin)
                    .isEmpty();
            assertThat(due(gone, begin + SETTLE / 8).orElseThrow().next().roster())
                    .as("begun at %d", begin)
                    .isEqualTo(roster(a, b));
            ProtocolState both =
                    sees(gone, begin + SETTLE / 8 - 1, shows(first, a)).state();
            assertThat(due(both, begin + SETTLE / 8)).as("another one is gone").isEmpty();
        }
    }

    @Test
    void aMemberThatIsOnTheBoardOrNewIsWaitedForAsLongAsAnyChange() {
        Allocation first = ownedBy("a", a, b, c);
        ProtocolState suspended = saw("a", first, a, b, saying(CardState.SUSPENDED, "c", 0));
        ProtocolState replaced = saw("a", first, a, b, card("d", 0));
        for (ProtocolState state : List.of(suspended, replaced)) {
            assertThat(due(state, SETTLE - 1)).isEmpty();
            assertThat(due(state, SETTLE)).isPresent();
        }
    }

    @Test
    void membersPlanOneAfterTheOther() {
        ProtocolState second = sees(joined("b"), 0, showsNoAllocation(a, b)).state();
        assertThat(due(second, 2 * SETTLE - 1)).isEmpty();
        assertThat(due(second, 2 * SETTLE)).isPresent();
    }

    /** The plan of the first member arrives meanwhile, and the process of the second one need not compute it. */
    @Test
    void thePiecesOfAMemberThatIsGoneAreLeftToTheFirstMemberForASettleTime() {
        ProtocolState second = saw("b", ownedBy("a", a, b, c), a, b);
        assertThat(due(second, SETTLE / 8 + SETTLE - 1)).isEmpty();
        assertThat(due(second, SETTLE / 8 + SETTLE)).isPresent();
    }

    @Test
    void whenTheRosterIsThatOfTheBoardThereIsNothingToPublish() {
        ProtocolState state = saw("a", ownedBy("a", a, b), a, b);
        assertThat(due(state, TIME_TO_LIVE)).isEmpty();
        assertThat(PublishStep.nextDue(state, RULES)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anotherIncarnationOfAMemberIsAChange() {
        Card rejoined = new Card(b.member().withIncarnation(2), 0, 0, CardState.WAITING, "");
        ProtocolState state = saw("a", ownedBy("a", a, b), a, rejoined);
        assertThat(due(state, SETTLE).orElseThrow().next().roster()).isEqualTo(roster(a, rejoined));
    }

    @Test
    void suspendedMembersGetNothing() {
        Card suspended = saying(CardState.SUSPENDED, "b", 0);
        ProtocolState state = saw("a", ownedBy("b", a, b), a, suspended);
        Allocation next = due(state, SETTLE).orElseThrow().next();
        assertThat(next.roster()).isEqualTo(roster(a));
        assertThat(next.piecesOf("a").count()).isEqualTo(1);
    }

    @Test
    void aLeaverPublishesItsStateFirstAndThenDoesNotWait() {
        Allocation first = ownedBy("a", a, b);
        ProtocolState leaving = saw("a", first, a, b).with(new MemberSettings("a").leave());
        assertThat(due(leaving, 0)).as("before its card says so").isEmpty();
        ProtocolState announced = sees(leaving, 1, shows(first, saying(CardState.LEAVING, "a", 1), b))
                .state();
        assertThat(due(announced, 1).orElseThrow().next().roster()).isEqualTo(roster(b));
    }

    @Test
    void aMemberThatDoesNotSeeItsOwnCardPublishesNothing() {
        ProtocolState unseen = saw("a", ownedBy("a", a, b), b);
        assertThat(due(unseen, TIME_TO_LIVE)).isEmpty();
        assertThat(due(ProtocolState.outside(new MemberSettings("a"), BoardMemory.NONE), TIME_TO_LIVE))
                .isEmpty();
    }

    @Test
    void aBoardThatMayHaveForgottenIsFoundedAtOnceAndDividedAfterATimeToLive() {
        for (long begin : BEGINNINGS) {
            BoardSnapshot empty = new BoardSnapshot("here", Optional.empty(), Optional.empty(), List.of(a, b), true);
            ProtocolState state = sees(joined("a"), begin, empty).state();
            Allocation founding = due(state, begin).orElseThrow().next();
            assertThat(founding.isFounding()).isTrue();
            ProtocolState watching =
                    sees(state, begin + 1, shows(founding, a, b)).state();
            assertThat(PublishStep.nextDue(watching, RULES)).isEqualTo(begin + 1 + TIME_TO_LIVE);
            assertThat(due(watching, begin + TIME_TO_LIVE)).isEmpty();
            Publication next = due(watching, begin + 1 + TIME_TO_LIVE).orElseThrow();
            assertThat(next.basis()).contains(founding.version());
            assertThat(next.next().roster()).isEqualTo(roster(a, b));
        }
    }

    @Test
    void theQuarantineOfAFoundedBoardRunsFromItsFirstSight() {
        Allocation founding = PLANNER.founding(new Version("L", 3), Tokens.sql(12));
        ProtocolState watching = saw("a", founding, a);
        ProtocolState again =
                sees(watching, TIME_TO_LIVE / 2, shows(founding, a)).state();
        assertThat(due(again, TIME_TO_LIVE - 1)).isEmpty();
        assertThat(due(again, TIME_TO_LIVE)).isPresent();
    }

    @Test
    void aMemberThatRemembersAHigherEpochRaisesTheFoundingAboveIt() {
        Allocation founding = PLANNER.founding(new Version("L", 3), Tokens.sql(12));
        ProtocolState remembering = sees(remembering(10), 0, shows(founding, a)).state();
        Publication raised = due(remembering, 0).orElseThrow();
        assertThat(raised.basis()).contains(founding.version());
        assertThat(raised.next().version()).isEqualTo(new Version("L", 11));
        assertThat(raised.next().isFounding()).isTrue();
    }

    @Test
    void theNextEpochExceedsEveryEpochThatIsRemembered() {
        Allocation first = ownedBy("a", a);
        Publication next =
                due(sees(remembering(10), 0, shows(first, a)).state(), 0).orElseThrow();
        assertThat(next.basis()).contains(first.version());
        assertThat(next.next().version()).isEqualTo(new Version("L", 11));
        assertThat(next.next().tenureOf(0).since()).as("what stays is not new").isEqualTo(1);
        assertThat(due(sees(remembering(10), 0, showsNoAllocation(a)).state(), SETTLE)
                        .orElseThrow()
                        .next()
                        .epoch())
                .isEqualTo(11);
    }

    @Test
    void requestsArePublishedAtOnceAndTogether() {
        Allocation first = ownedBy("a", a, b);
        List<OperatorRequest> requests =
                List.of(new OperatorRequest(1, Change.drain("b")), new OperatorRequest(2, new Change.Suspend()));
        ProtocolState state = saw("a", first, a, b).withRequests(requests);
        Publication publication = due(state, 0).orElseThrow();
        assertThat(publication.requests()).isEqualTo(requests);
        assertThat(publication.next().directives())
                .isEqualTo(first.directives().weigh("b", 0).suspend(true));
    }

    @Test
    void theSuspensionForAnExclusiveJobIsLiftedWhenItsIncarnationIsGone() {
        Allocation exclusive = next(ownedBy("a", a, b), Directives.NONE.exclusive(incarnation("b")), a, b);
        assertThat(due(saw("a", exclusive, a, b), TIME_TO_LIVE)).isEmpty();
        Card rejoined = new Card(b.member().withIncarnation(2), 0, 0, CardState.WAITING, "");
        Publication lifted = due(saw("a", exclusive, a, rejoined), 0).orElseThrow();
        assertThat(lifted.next().directives().exclusive()).isEmpty();
        assertThat(lifted.next().division().unowned().isEmpty()).isTrue();
    }

    @Test
    void noMemberIsWokenForNothing() {
        Allocation founding = PLANNER.founding(new Version("L", 1), Tokens.sql(12));
        Card suspended = saying(CardState.SUSPENDED, "a", 0);
        ProtocolState noneEligible = saw("a", founding, suspended);
        assertThat(PublishStep.nextDue(noneEligible, RULES))
                .as("all are suspended")
                .isEqualTo(Long.MAX_VALUE);
        ProtocolState late =
                sees(noneEligible, TIME_TO_LIVE - 1, shows(founding, a)).state();
        long due = PublishStep.nextDue(late, RULES);
        assertThat(due).isGreaterThan(TIME_TO_LIVE);
        assertThat(due(late, due - 1)).isEmpty();
        assertThat(due(late, due)).isPresent();
    }

    private static ProtocolState remembering(long floor) {
        return ProtocolStep.joined(
                        ProtocolState.outside(new MemberSettings("a"), BoardMemory.of(floor)), incarnation("a"))
                .state();
    }

    private static Optional<Publication> due(ProtocolState state, long now) {
        return PublishStep.due(state, RULES, NUMBERS, now);
    }

    private static final UniqueNumbers NUMBERS = new UniqueNumbers() {
        @Override
        public long incarnation(long above) {
            return above + 1;
        }

        @Override
        public String lineage() {
            return "drawn";
        }
    };
}
