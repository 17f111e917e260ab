package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.Scene.MILLI;
import static dev.divvy.coordination.protocol.Scene.PLANNER;
import static dev.divvy.coordination.protocol.Scene.TIME_TO_LIVE;
import static dev.divvy.coordination.protocol.Scene.TIMING;
import static dev.divvy.coordination.protocol.Scene.card;
import static dev.divvy.coordination.protocol.Scene.joined;
import static dev.divvy.coordination.protocol.Scene.life;
import static dev.divvy.coordination.protocol.Scene.next;
import static dev.divvy.coordination.protocol.Scene.ownedBy;
import static dev.divvy.coordination.protocol.Scene.roster;
import static dev.divvy.coordination.protocol.Scene.saw;
import static dev.divvy.coordination.protocol.Scene.saying;
import static dev.divvy.coordination.protocol.Scene.sees;
import static dev.divvy.coordination.protocol.Scene.shows;
import static dev.divvy.coordination.protocol.Scene.showsNoAllocation;
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

    /** Moments at which a process may begin: the clock counts from anywhere. */
    private static final long[] BEGINNINGS = {0, 1, -1_000_000 * MILLI, 1_000_000 * MILLI, Long.MAX_VALUE / 4};

    private final Card a = card("a", 0);
    private final Card b = card("b", 0);
    private final Card c = card("c", 0);

    @Test
    void theFirstAllocationWaitsTheSettleTimeWheneverTheProcessBegan() {
        for (long begin : BEGINNINGS) {
            ProtocolState standing =
                    sees(joined("a"), begin, showsNoAllocation(a)).standing();
            assertThat(due(standing, begin + SETTLE - 1))
                    .as("begun at %d", begin)
                    .isEmpty();
            Publication first = due(standing, begin + SETTLE).orElseThrow();
            assertThat(first.basis()).isEmpty();
            assertThat(first.next().version()).isEqualTo(new Version("drawn", 1));
            assertThat(first.next().roster()).isEqualTo(roster(a));
        }
    }

    @Test
    void whoComesMeanwhileIsPartOfTheSameChange() {
        for (long begin : BEGINNINGS) {
            ProtocolState standing =
                    sees(joined("a"), begin, showsNoAllocation(a)).standing();
            long later = begin + SETTLE - 1;
            standing = sees(standing, later, showsNoAllocation(a, b)).standing();
            assertThat(due(standing, later + SETTLE - 1))
                    .as("begun at %d", begin)
                    .isEmpty();
            assertThat(due(standing, later + SETTLE).orElseThrow().next().roster())
                    .isEqualTo(roster(a, b));
        }
    }

    @Test
    void whoComesAndGoesWithoutEndIsNotWaitedForWithoutEnd() {
        for (long begin : BEGINNINGS) {
            Allocation first = ownedBy("a", a);
            ProtocolState standing = sees(joined("a"), begin, shows(first, a)).standing();
            long now = begin + SETTLE;
            long changed = now;
            for (int i = 0; due(standing, now).isEmpty(); i++) {
                assertThat(now - changed).as("begun at %d", begin).isLessThanOrEqualTo(5 * SETTLE);
                standing = sees(standing, now, i % 2 == 0 ? shows(first, a, b) : shows(first, a, b, c))
                        .standing();
                now += SETTLE / 2;
            }
            assertThat(now - changed).as("begun at %d", begin).isGreaterThan(4 * SETTLE);
        }
    }

    @Test
    void membersPlanOneAfterTheOther() {
        ProtocolState second = sees(joined("b"), 0, showsNoAllocation(a, b)).standing();
        assertThat(due(second, SETTLE)).isEmpty();
        assertThat(due(second, SETTLE + SETTLE / 8)).isPresent();
    }

    @Test
    void whenTheRosterIsThatOfTheBoardThereIsNothingToPublish() {
        ProtocolState standing = saw("a", ownedBy("a", a, b), a, b);
        assertThat(due(standing, TIME_TO_LIVE)).isEmpty();
        assertThat(PublishStep.nextDue(standing, RULES)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anotherLifeOfAMemberIsAChange() {
        Card young = new Card(b.member().withIncarnation(2), 0, 0, CardState.WAITING, "");
        ProtocolState standing = saw("a", ownedBy("a", a, b), a, young);
        assertThat(due(standing, SETTLE).orElseThrow().next().roster()).isEqualTo(roster(a, young));
    }

    @Test
    void suspendedMembersGetNothing() {
        Card resting = saying(CardState.SUSPENDED, "b", 0);
        ProtocolState standing = saw("a", ownedBy("b", a, b), a, resting);
        Allocation next = due(standing, SETTLE).orElseThrow().next();
        assertThat(next.roster()).isEqualTo(roster(a));
        assertThat(next.piecesOf("a").count()).isEqualTo(1);
    }

    @Test
    void whoLeavesSaysSoFirstAndThenDoesNotWait() {
        Allocation first = ownedBy("a", a, b);
        ProtocolState leaving = saw("a", first, a, b).with(new MemberSettings("a").leave());
        assertThat(due(leaving, 0)).as("before its card says so").isEmpty();
        ProtocolState said = sees(leaving, 1, shows(first, saying(CardState.LEAVING, "a", 1), b))
                .standing();
        assertThat(due(said, 1).orElseThrow().next().roster()).isEqualTo(roster(b));
    }

    @Test
    void oneWhoDoesNotSeeItsOwnCardPublishesNothing() {
        ProtocolState unseen = saw("a", ownedBy("a", a, b), b);
        assertThat(due(unseen, TIME_TO_LIVE)).isEmpty();
        assertThat(due(ProtocolState.outside(new MemberSettings("a"), BoardMemory.NONE), TIME_TO_LIVE))
                .isEmpty();
    }

    @Test
    void aBoardThatMayHaveForgottenIsFoundedAtOnceAndDividedAfterATimeToLive() {
        for (long begin : BEGINNINGS) {
            BoardSnapshot empty = new BoardSnapshot("here", Optional.empty(), Optional.empty(), List.of(a, b), true);
            ProtocolState standing = sees(joined("a"), begin, empty).standing();
            Allocation founding = due(standing, begin).orElseThrow().next();
            assertThat(founding.isFounding()).isTrue();
            ProtocolState watching =
                    sees(standing, begin + 1, shows(founding, a, b)).standing();
            assertThat(PublishStep.nextDue(watching, RULES)).isEqualTo(begin + 1 + TIME_TO_LIVE);
            assertThat(due(watching, begin + TIME_TO_LIVE)).isEmpty();
            Publication next = due(watching, begin + 1 + TIME_TO_LIVE).orElseThrow();
            assertThat(next.basis()).contains(founding.version());
            assertThat(next.next().roster()).isEqualTo(roster(a, b));
        }
    }

    @Test
    void theWatchOverAFoundedBoardRunsFromItsFirstSight() {
        Allocation founding = PLANNER.founding(new Version("L", 3), Tokens.sql(12));
        ProtocolState watching = saw("a", founding, a);
        ProtocolState again =
                sees(watching, TIME_TO_LIVE / 2, shows(founding, a)).standing();
        assertThat(due(again, TIME_TO_LIVE - 1)).isEmpty();
        assertThat(due(again, TIME_TO_LIVE)).isPresent();
    }

    @Test
    void whoRemembersAHigherEpochRaisesTheFoundingAboveIt() {
        Allocation founding = PLANNER.founding(new Version("L", 3), Tokens.sql(12));
        ProtocolState remembering = sees(remembering(10), 0, shows(founding, a)).standing();
        Publication raised = due(remembering, 0).orElseThrow();
        assertThat(raised.basis()).contains(founding.version());
        assertThat(raised.next().version()).isEqualTo(new Version("L", 11));
        assertThat(raised.next().isFounding()).isTrue();
    }

    @Test
    void theNextEpochExceedsEveryEpochThatIsRemembered() {
        Allocation first = ownedBy("a", a);
        Publication next =
                due(sees(remembering(10), 0, shows(first, a)).standing(), 0).orElseThrow();
        assertThat(next.basis()).contains(first.version());
        assertThat(next.next().version()).isEqualTo(new Version("L", 11));
        assertThat(next.next().tenureOf(0).since()).as("what stays is not new").isEqualTo(1);
        assertThat(due(sees(remembering(10), 0, showsNoAllocation(a)).standing(), SETTLE)
                        .orElseThrow()
                        .next()
                        .epoch())
                .isEqualTo(11);
    }

    @Test
    void whatIsAskedForIsPublishedAtOnceAndTogether() {
        Allocation first = ownedBy("a", a, b);
        List<OperatorRequest> asked =
                List.of(new OperatorRequest(1, Change.drain("b")), new OperatorRequest(2, new Change.Suspend()));
        ProtocolState standing = saw("a", first, a, b).asking(asked);
        Publication publication = due(standing, 0).orElseThrow();
        assertThat(publication.asked()).isEqualTo(asked);
        assertThat(publication.next().directives())
                .isEqualTo(first.directives().weigh("b", 0).suspend(true));
    }

    @Test
    void theSuspensionForAnExclusiveJobIsLiftedWhenItsLifeIsGone() {
        Allocation alone = next(ownedBy("a", a, b), Directives.NONE.exclusive(life("b")), a, b);
        assertThat(due(saw("a", alone, a, b), TIME_TO_LIVE)).isEmpty();
        Card young = new Card(b.member().withIncarnation(2), 0, 0, CardState.WAITING, "");
        Publication lifted = due(saw("a", alone, a, young), 0).orElseThrow();
        assertThat(lifted.next().directives().exclusive()).isEmpty();
        assertThat(lifted.next().division().unowned().isEmpty()).isTrue();
    }

    @Test
    void nobodyIsWokenForNothing() {
        Allocation founding = PLANNER.founding(new Version("L", 1), Tokens.sql(12));
        Card resting = saying(CardState.SUSPENDED, "a", 0);
        ProtocolState nobody = saw("a", founding, resting);
        assertThat(PublishStep.nextDue(nobody, RULES)).as("all are suspended").isEqualTo(Long.MAX_VALUE);
        ProtocolState late = sees(nobody, TIME_TO_LIVE - 1, shows(founding, a)).standing();
        long due = PublishStep.nextDue(late, RULES);
        assertThat(due).isGreaterThan(TIME_TO_LIVE);
        assertThat(due(late, due - 1)).isEmpty();
        assertThat(due(late, due)).isPresent();
    }

    private static ProtocolState remembering(long floor) {
        return ProtocolStep.joined(ProtocolState.outside(new MemberSettings("a"), BoardMemory.of(floor)), life("a"))
                .standing();
    }

    private static Optional<Publication> due(ProtocolState standing, long now) {
        return PublishStep.due(standing, RULES, DRAWN, now);
    }

    private static final UniqueNumbers DRAWN = new UniqueNumbers() {
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
