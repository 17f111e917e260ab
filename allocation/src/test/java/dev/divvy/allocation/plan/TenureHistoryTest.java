package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.sticky.Sticky;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tenures as the protocol needs them: when a tenure begins, and which incarnations the new owner waits for. One piece, moved by pins. */
class TenureHistoryTest {

    private static final Pieces ONE = Tokens.sql(1);
    private static final Incarnation A = new Incarnation("a", 0);
    private static final Incarnation B = new Incarnation("b", 0);
    private static final Roster ALL = Roster.of(Member.of("a"), Member.of("b"), Member.of("c"));

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
    private final TreeMap<Incarnation, Long> board = new TreeMap<>();

    @Test
    void aNewOwnerWaitsForTheOldOne() {
        Allocation at5 = to("b", allAt4("a"));
        assertThat(at5.tenureOf(0))
                .isEqualTo(new Tenure(5, Optional.of(A), Rule.PINNED, Arrays.asList(new Releaser(A, 5))));
        assertThat(at5.inMotion()).isTrue();
    }

    @Test
    void aChainKeepsEveryFormerOwnerThatHasNotReleasedThePiece() {
        Allocation at6 = to("c", to("b", allAt4("a")));
        assertThat(at6.tenureOf(0).releasers()).containsExactly(new Releaser(A, 5), new Releaser(B, 6));
    }

    @Test
    void whenTheMiddleOfAChainDiesTheFirstStays() {
        Allocation at5 = to("b", allAt4("a"));
        board.remove(B);
        Allocation at6 = planner.next(at5, ONE, ALL.without("b"), pinned("c"), Acknowledgements.of(board));
        assertThat(at6.tenureOf(0).releasers()).containsExactly(new Releaser(A, 5));
        assertThat(at6.tenureOf(0).from()).contains(B);
    }

    @Test
    void anOwnerThatGetsThePieceBackWaitsForItsOwnAcknowledgement() {
        Allocation at6 = to("a", to("b", allAt4("a")));
        assertThat(at6.tenureOf(0).since()).isEqualTo(6);
        assertThat(at6.tenureOf(0).releasers()).containsExactly(new Releaser(A, 5), new Releaser(B, 6));
    }

    @Test
    void anOwnerThatLosesThePieceTwiceMustAcknowledgeTheLaterLoss() {
        Allocation at7 = to("c", to("a", to("b", allAt4("a"))));
        assertThat(at7.tenureOf(0).releasers()).containsExactly(new Releaser(B, 6), new Releaser(A, 7));
    }

    @Test
    void aFormerOwnerThatReleasedThePieceIsNoLongerAwaited() {
        Allocation at5 = to("b", allAt4("a"));
        board.put(A, 5L);
        Allocation at6 = planner.next(at5, ONE, ALL, pinned("b").weigh("c", 2), Acknowledgements.of(board));
        assertThat(at6.tenureOf(0)).isEqualTo(new Tenure(5, Optional.of(A), Rule.PINNED, Arrays.asList()));
        assertThat(at6.inMotion()).isFalse();
    }

    @Test
    void anEarlierAcknowledgementIsNotEnough() {
        board.put(A, 4L);
        Allocation at6 = to("c", to("b", allAt4("a")));
        assertThat(at6.tenureOf(0).releasers()).containsExactly(new Releaser(A, 5), new Releaser(B, 6));
    }

    @Test
    void aNewIncarnationBeginsANewTenureAndWaitsForTheOld() {
        Allocation at4 = allAt4("a");
        Roster restarted = ALL.with(Member.of("a").withIncarnation(1));
        Allocation at5 = planner.next(at4, ONE, restarted, Directives.NONE, Acknowledgements.of(board));
        assertThat(at5.owner(0).orElseThrow().incarnation()).isEqualTo(new Incarnation("a", 1));
        assertThat(at5.tenureOf(0))
                .isEqualTo(new Tenure(5, Optional.of(A), Rule.OWNER_RESTARTED, Arrays.asList(new Releaser(A, 5))));
        assertThat(at5.movesSince(at4)).isEmpty();
    }

    @Test
    void suspendedPiecesHaveNoOwnerAndLaterReturnToTheirOwners() {
        Pieces ten = Tokens.sql(10);
        Allocation first = planner.first(new Version("x", 1), ten, ALL, Directives.NONE);
        ALL.members().forEach(member -> board.putIfAbsent(member.incarnation(), 0L));
        Allocation suspended = planner.next(first, ten, ALL, Directives.NONE.suspend(true), Acknowledgements.of(board));
        assertThat(suspended.division().unowned()).isEqualTo(Runs.of(0, 9));
        assertThat(suspended.tenureOf(0).rule()).isEqualTo(Rule.SUSPENDED);
        Allocation resumed = planner.next(suspended, ten, ALL, Directives.NONE, Acknowledgements.of(board));
        assertThat(resumed.division()).isEqualTo(first.division());
        assertThat(resumed.tenureOf(0))
                .isEqualTo(new Tenure(3, Optional.of(A), Rule.RESUMED, Arrays.asList(new Releaser(A, 2))));
    }

    @Test
    void addingAUnitMovesNoneAndRemovingOneMovesAtMostOne() {
        Units units = Units.of("b", "d", "f", "h", "j", "l", "n");
        Allocation before = planner.first(new Version("x", 1), units, ALL, Directives.NONE);
        Allocation added = planner.next(
                before, Units.of("a", "b", "d", "f", "h", "j", "l", "n"), ALL, Directives.NONE, Acknowledgements.NONE);
        for (String name : units.names()) {
            assertThat(added.lookup().byName(name))
                    .as(name)
                    .isEqualTo(before.lookup().byName(name));
        }
        assertThat(added.tenureOf(0).rule()).isEqualTo(Rule.FIRST);
        Allocation removed = planner.next(
                added, Units.of("a", "d", "h", "j", "l", "n"), ALL, Directives.NONE, Acknowledgements.NONE);
        long moved = Arrays.asList("a", "d", "h", "j", "l", "n").stream()
                .filter(name ->
                        !removed.lookup().byName(name).equals(added.lookup().byName(name)))
                .count();
        assertThat(moved).isLessThanOrEqualTo(2);
        assertThat(added.history().get(1).causes()).containsExactly("1 unit added, 0 removed");
        assertThat(removed.history().get(2).causes()).containsExactly("0 units added, 2 removed");
    }

    @Test
    void aUnitThatComesBackWaitsForMembersThatMayStillHoldIt() {
        Units four = Units.of("u1", "u2", "u3", "u4");
        Roster pair = Roster.of(Member.of("a"), Member.of("b"));
        board.put(A, 1L);
        board.put(B, 1L);
        Allocation at1 = planner.first(new Version("x", 1), four, pair, Directives.NONE);
        Allocation at2 = planner.next(at1, Units.of("u3"), pair, Directives.NONE, Acknowledgements.of(board));
        Allocation at3 = planner.next(at2, four, pair, Directives.NONE, Acknowledgements.of(board));
        for (String unit : Arrays.asList("u1", "u2", "u4")) {
            assertThat(at3.tenureOf(four.indexOf(unit)).releasers())
                    .as(unit)
                    .containsExactly(new Releaser(A, 2), new Releaser(B, 2));
        }
        board.put(A, 2L);
        board.put(B, 2L);
        Allocation calm = planner.next(at2, four, pair, Directives.NONE, Acknowledgements.of(board));
        assertThat(calm.inMotion())
                .as("a new unit among members that are up to date")
                .isFalse();
    }

    @Test
    void doublingTheTokensMovesNothing() {
        Allocation before = planner.first(new Version("x", 1), Tokens.sql(12), ALL, Directives.NONE);
        Allocation doubled = planner.next(before, Tokens.sql(24), ALL, Directives.NONE, Acknowledgements.NONE);
        assertThat(doubled.division()).hasToString("[0-7, 8-15, 16-23]");
        assertThat(doubled.tenureOf(23)).isEqualTo(before.tenureOf(11));
        assertThat(doubled.history().get(1).causes()).containsExactly("12 tokens were split into 24");
        assertThatThrownBy(() -> planner.next(before, Tokens.sql(18), ALL, Directives.NONE, Acknowledgements.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("18");
    }

    @Test
    void aPinHasNoEffectWhileItsMemberIsAwayOrDraining() {
        Directives pinned = pinned("b");
        Allocation with = planner.first(new Version("x", 1), ONE, ALL, pinned);
        assertThat(with.owner(0)).contains(Member.of("b"));
        Allocation drained = planner.next(with, ONE, ALL, pinned.weigh("b", 0), Acknowledgements.NONE);
        assertThat(drained.owner(0).orElseThrow().id()).isNotEqualTo("b");
        assertThat(drained.tenureOf(0).rule()).isEqualTo(Rule.OWNER_DRAINED);
        Allocation back = planner.next(drained, ONE, ALL, pinned, Acknowledgements.NONE);
        assertThat(back.owner(0)).contains(Member.of("b"));
        assertThat(back.tenureOf(0).rule()).isEqualTo(Rule.PINNED);
    }

    /** Returns the one piece at its owner since epoch 4, with all members on the board and nothing acknowledged. */
    private Allocation allAt4(String owner) {
        ALL.members().forEach(member -> board.putIfAbsent(member.incarnation(), 0L));
        return planner.first(new Version("x", 4), ONE, ALL, pinned(owner));
    }

    private Allocation to(String owner, Allocation from) {
        return planner.next(from, ONE, ALL, pinned(owner), Acknowledgements.of(board));
    }

    private static Directives pinned(String owner) {
        return Directives.NONE.pin("0", owner);
    }
}
