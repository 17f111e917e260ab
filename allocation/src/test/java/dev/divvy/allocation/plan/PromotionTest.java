package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.sticky.Sticky;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pieces of owners that are gone go to members that have their data; balance comes later. */
class PromotionTest {

    private static final int T = 120;

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));

    @Test
    void aPieceOfAGoneOwnerGoesToAKeeperOfItsCopy() {
        Planner copies = planner.replicated(2);
        Allocation before = first(copies, 5);
        Allocation after = next(copies, before, before.roster().without("m3"), present(before, "m3"));
        before.piecesOf("m3").forEach(piece -> {
            assertThat(before.copiesOf(piece)).contains(owner(after, piece));
            assertThat(after.tenureOf(piece).rule()).isEqualTo(Rule.PROMOTED);
        });
        int piece = before.piecesOf("m3").first(0);
        assertThat(Explanation.why(after, piece).sentence())
                .endsWith(
                        "(formerly m3): this member had its data when the former owner left; its copies are at m1 and m2.");
    }

    @Test
    void ofSeveralItGoesToTheOneWithTheSmallestLoad() {
        Planner copies = planner.replicated(3);
        Allocation before = first(copies, 4);
        Allocation after = next(copies, before, before.roster().without("m0"), present(before, "m0"));
        assertThat(after.roster().members())
                .allSatisfy(member ->
                        assertThat(after.piecesOf(member.id()).count()).isEqualTo(T / 3));
        assertThat(Checker.check(after, planner.allocator().laws())).isEmpty();
    }

    @Test
    void withoutACopyItGoesToAnHeir() {
        Planner owners = planner.replicated(0);
        Allocation one = first(owners, 1);
        Roster three = plain(3);
        Allocation moving = next(owners, one, three, present(three));
        Allocation after = next(owners, moving, three.without("m1"), present(three, "m1"));
        moving.piecesOf("m1")
                .forEach(piece -> assertThat(owner(after, piece).member())
                        .as("m0 had it before")
                        .isEqualTo("m0"));
        assertThat(StepChecker.check(
                        moving, after, present(three, "m1"), planner.allocator().laws()))
                .isEmpty();
    }

    @Test
    void anHeirThatHasForgottenIsNotPreferred() {
        Planner owners = planner.replicated(0);
        Allocation one = first(owners, 1);
        Roster three = plain(3);
        Allocation settled = next(owners, one, three, present(three));
        Acknowledgements rest = settledBefore(settled, "m1");
        Allocation after = next(owners, settled, three.without("m1"), rest);
        assertThat(after.roster().members())
                .as("m0 had it before, and has forgotten it")
                .allSatisfy(member ->
                        assertThat(after.piecesOf(member.id()).count()).isEqualTo(T / 2));
        assertThat(StepChecker.check(settled, after, rest, planner.allocator().laws()))
                .isEmpty();
    }

    @Test
    void anOwnerThatLeavesIsNotGone() {
        Planner copies = planner.replicated(1);
        Allocation before = first(copies, 4);
        Allocation after = next(copies, before, before.roster().without("m3"), present(before));
        assertThat(Checker.check(after, planner.allocator().laws())).isEmpty();
        before.piecesOf("m3")
                .forEach(piece -> assertThat(after.tenureOf(piece).rule()).isEqualTo(Rule.OWNER_LEFT));
    }

    @Test
    void anOwnerThatRestartedIsGone() {
        Planner copies = planner.replicated(1);
        Allocation before = first(copies, 3);
        Roster restarted = before.roster().with(Member.of("m1").withIncarnation(9));
        Allocation after = next(copies, before, restarted, present(restarted));
        assertThat(after.piecesOf("m1").isEmpty())
                .as("it has no data, and nothing moves for balance")
                .isTrue();
        Allocation balanced = copies.rebalanced(after, settled(after)).orElseThrow();
        assertThat(balanced.piecesOf("m1").count()).isEqualTo(T / 3);
    }

    @Test
    void anEpochThatPromotesMovesNothingForBalance() {
        Planner copies = planner.replicated(1);
        Allocation before = first(copies, 4);
        Roster changed = before.roster().without("m2").with(Member.of("m9"));
        Allocation after = next(copies, before, changed, present(changed));
        assertThat(after.piecesOf("m9").isEmpty()).isTrue();
        assertThat(after.movesSince(before).stream().map(Move::from)).containsOnly(Optional.of("m2"));
    }

    @Test
    void aPinComesBeforeAPromotion() {
        Planner copies = planner.replicated(1);
        Allocation before = first(copies, 3);
        int piece = before.piecesOf("m2").first(0);
        String other = before.copiesOf(piece).get(0).member().equals("m0") ? "m1" : "m0";
        Directives pinned = Directives.NONE.pin(Integer.toString(piece), other);
        Roster rest = before.roster().without("m2");
        Allocation after = copies.next(before, before.pieces(), rest, pinned, present(rest));
        assertThat(owner(after, piece).member()).isEqualTo(other);
        assertThat(after.tenureOf(piece).rule()).isEqualTo(Rule.PINNED);
        assertThat(StepChecker.check(
                        before, after, present(rest), planner.allocator().laws()))
                .isEmpty();
    }

    @Test
    void copiesOfAnUnsettledPieceAreNotMovedForBalance() {
        Planner copies = planner.replicated(1);
        Allocation before = first(copies, 3);
        Roster four = plain(4);
        Allocation unsettled = next(copies, before, four, present(four));
        for (int piece = 0; piece < T; piece++) {
            if (!owner(unsettled, piece).equals(before.copiesOf(piece).get(0))) {
                assertThat(unsettled.copiesOf(piece)).isEqualTo(before.copiesOf(piece));
            }
        }
        Allocation balanced = copies.rebalanced(unsettled, settled(unsettled)).orElseThrow();
        assertThat(balanced.division()).isEqualTo(unsettled.division());
        assertThat(keptBy(balanced, "m3")).isEqualTo(T / 4);
        assertThat(copies.rebalanced(balanced, settled(balanced))).isEmpty();
    }

    @Test
    void balanceIsRestoredOnceSettledAndThenTheGroupRests() {
        int restored = 0;
        for (long seed = 0; seed < 150; seed++) {
            Planner copies = new Planner(new Sticky(seed % 2 == 0 ? Sticky.Policy.RUNS : Sticky.Policy.FORMER_OWNER))
                    .replicated((int) (seed % 3));
            Group group = new Group(seed, Group.Profile.EVERYTHING, copies);
            for (int step = 0; step < 8; step++) {
                group.step();
            }
            Allocation now = group.now();
            Optional<Allocation> next = copies.rebalanced(now, settled(now));
            int epochs = 0;
            for (; next.isPresent(); next = copies.rebalanced(now, settled(now))) {
                now = next.get();
                assertThat(++epochs)
                        .as("seed %d: epochs until the group rests", seed)
                        .isLessThan(4);
            }
            assertThat(Checker.check(now, copies.allocator().laws()))
                    .as("seed %d", seed)
                    .isEmpty();
            restored += epochs;
        }
        assertThat(restored).as("epochs that restored balance").isGreaterThan(10);
    }

    private Allocation first(Planner with, int members) {
        return with.first(new Version("x", 1), Tokens.sql(T), plain(members), Directives.NONE);
    }

    private static Allocation next(Planner with, Allocation before, Roster roster, Acknowledgements present) {
        return with.next(before, before.pieces(), roster, Directives.NONE, present);
    }

    private static Acknowledgements present(Allocation allocation, String... except) {
        return present(allocation.roster(), except);
    }

    private static Acknowledgements present(Roster roster, String... except) {
        TreeMap<Incarnation, Long> present = new TreeMap<>();
        roster.members().forEach(member -> present.put(member.incarnation(), 0L));
        present.keySet().removeIf(incarnation -> List.of(except).contains(incarnation.member()));
        return Acknowledgements.of(present);
    }

    /** All have settled this allocation, and then one of them went. */
    private static Acknowledgements settledBefore(Allocation allocation, String gone) {
        TreeMap<Incarnation, Long> epochs = new TreeMap<>();
        allocation.roster().without(gone).members().forEach(member -> epochs.put(member.incarnation(), 1L));
        return Acknowledgements.of(epochs, epochs, allocation.epoch());
    }

    /** Everybody is present, and has settled this allocation. */
    private static Acknowledgements settled(Allocation allocation) {
        TreeMap<Incarnation, Long> epochs = new TreeMap<>();
        allocation.roster().members().forEach(member -> epochs.put(member.incarnation(), allocation.epoch()));
        return Acknowledgements.of(epochs, epochs);
    }

    private static Incarnation owner(Allocation allocation, int piece) {
        return allocation.owner(piece).orElseThrow().incarnation();
    }

    private static long keptBy(Allocation allocation, String member) {
        return IntStream.range(0, T)
                .filter(piece -> allocation.copiesOf(piece).stream()
                        .anyMatch(keeper -> keeper.member().equals(member)))
                .count();
    }

    private static Roster plain(int members) {
        Roster roster = Roster.EMPTY;
        for (int i = 0; i < members; i++) {
            roster = roster.with(Member.of("m" + i));
        }
        return roster;
    }
}
