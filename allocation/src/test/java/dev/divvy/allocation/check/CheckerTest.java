package dev.divvy.allocation.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.replication.Heirs;
import dev.divvy.allocation.sticky.Sticky;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A wrong allocation for each fault; no fault is left out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckerTest {

    private static final Set<Law> ALL = EnumSet.allOf(Law.class);
    private static final Pieces FOUR = Tokens.sql(4);
    private static final Incarnation A = new Incarnation("a", 0);
    private static final Incarnation C = new Incarnation("c", 0);
    private static final Roster ZONED = Roster.of(
            Member.of("a").inZone("x"),
            Member.of("b").inZone("x"),
            Member.of("c").inZone("y"));
    private static final Roster PAIR = Roster.of(Member.of("a"), Member.of("b"));

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
    private final Allocation good = planner.first(new Version("x", 1), FOUR, PAIR, Directives.NONE);
    private final EnumSet<Fault> shown = EnumSet.noneOf(Fault.class);

    @AfterAll
    void everyFaultWasShown() {
        assertThat(shown).isEqualTo(EnumSet.allOf(Fault.class));
    }

    @Test
    void aGoodAllocationHasNone() {
        assertThat(Checker.check(good, ALL)).isEmpty();
    }

    @Test
    void owners() {
        finds(Fault.PIECE_WITHOUT_OWNER, allocation(PAIR, Directives.NONE, Copies.NONE, 0, 0, 1, -1));
        Directives drained = Directives.NONE.weigh("b", 0);
        finds(Fault.OWNER_NOT_ELIGIBLE, allocation(PAIR, drained, Copies.NONE, 0, 0, 0, 1));
        Directives pinned = Directives.NONE.pin("3", "a");
        finds(Fault.PIN_IGNORED, allocation(PAIR, pinned, Copies.NONE, 0, 0, 1, 1));
        finds(Fault.UNBALANCED, allocation(PAIR, Directives.NONE, Copies.NONE, 0, 0, 0, 1));
    }

    @Test
    void copies() {
        finds(Fault.COPY_MISPLACED, allocation(PAIR, Directives.NONE, Copies.of(1, 0, 1, 0, 0), 0, 0, 1, 1));
        finds(Fault.COPY_MISSING, allocation(PAIR, Directives.NONE, Copies.of(1, -1, 1, 0, 0), 0, 0, 1, 1));
        finds(Fault.COPY_IN_SAME_ZONE, allocation(ZONED, Directives.NONE, Copies.of(1, 1, 2, 2, 0), 0, 0, 1, 2));
        Roster three = Roster.of(Member.of("a"), Member.of("b"), Member.of("c"));
        finds(Fault.COPY_UNEVEN, allocation(three, Directives.NONE, Copies.of(1, 1, 1, 0, 1), 0, 0, 1, 2));
    }

    @Test
    void copiesThatMoveNeedlessly() {
        Roster three = Roster.of(Member.of("a"), Member.of("b"), Member.of("c"));
        Allocation before = allocation(three, Directives.NONE, Copies.of(1, 1, 2, 2, 0), 0, 0, 1, 2);
        Allocation after = withCopies(before, Copies.of(1, 2, 1, 2, 0));
        assertThat(Checker.check(after, ALL)).isEmpty();
        assertThat(copyFaults(before, after, Acknowledgements.NONE)).containsExactly(Fault.COPY_MOVED_NEEDLESSLY);
        assertThat(copyFaults(before, after, settled(before))).containsExactly(Fault.COPY_MOVED_NEEDLESSLY);
        shown.add(Fault.COPY_MOVED_NEEDLESSLY);
    }

    @Test
    void copiesStayUnevenUntilTheyAreSettled() {
        Roster three = Roster.of(Member.of("a"), Member.of("b"), Member.of("c"));
        Allocation before = allocation(three, Directives.NONE, Copies.of(1, 1, 1, 0, 1), 0, 0, 1, 2);
        Allocation uneven = withCopies(before, Copies.of(1, 1, 1, 0, 1));
        Allocation even = withCopies(before, Copies.of(1, 1, 2, 0, 1));
        assertThat(copyFaults(before, uneven, Acknowledgements.NONE)).isEmpty();
        assertThat(copyFaults(before, uneven, settled(before))).containsExactly(Fault.COPY_UNEVEN);
        assertThat(copyFaults(before, even, Acknowledgements.NONE)).containsExactly(Fault.COPY_MOVED_NEEDLESSLY);
        assertThat(copyFaults(before, even, settled(before))).isEmpty();
    }

    @Test
    void versions() {
        step(Fault.LINEAGE_CHANGED, at(new Version("y", 2), good.holders()), Acknowledgements.NONE);
        step(Fault.EPOCH_NOT_NEXT, at(new Version("x", 3), good.holders()), Acknowledgements.NONE);
        step(Fault.EPOCH_NOT_NEXT, good, Acknowledgements.NONE);
    }

    @Test
    void movesBeyondTheBound() {
        Tenure fromB = new Tenure(2, Optional.of(new Incarnation("b", 0)), Rule.EVEN_SHARES, List.of());
        Tenure fromA = new Tenure(2, Optional.of(A), Rule.EVEN_SHARES, List.of());
        Tenures tenures = good.holders()
                .tenures()
                .change()
                .set(0, 0, fromA)
                .set(3, 3, fromB)
                .done();
        step(Fault.MOVED_MORE_THAN_NEEDED, next(tenures, 1, 0, 1, 0), Acknowledgements.NONE);
    }

    @Test
    void tenures() {
        Tenure never = Tenure.neverOwned(1);
        step(Fault.TENURE_INTERRUPTED, next(Tenures.all(4, Tenure.neverOwned(2)), 0, 0, 1, 1), Acknowledgements.NONE);
        step(Fault.TENURE_NOT_RENEWED, next(Tenures.all(4, never), 1, 0, 1, 1), Acknowledgements.NONE);
        Tenure withoutFormerOwner = new Tenure(2, Optional.empty(), Rule.EVEN_SHARES, List.of());
        step(
                Fault.FORMER_OWNER_WRONG,
                next(
                        good.holders()
                                .tenures()
                                .change()
                                .set(0, 0, withoutFormerOwner)
                                .done(),
                        1,
                        0,
                        1,
                        1),
                Acknowledgements.NONE);
    }

    @Test
    void releasers() {
        Tenure silent = new Tenure(2, Optional.of(A), Rule.EVEN_SHARES, List.of());
        Tenures forgotten = good.holders().tenures().change().set(0, 0, silent).done();
        step(Fault.RELEASER_MISSING, next(forgotten, 1, 0, 1, 1), Acknowledgements.of(new TreeMap<>(Map.of(A, 0L))));
        Allocation moving = next(
                good.holders()
                        .tenures()
                        .change()
                        .set(0, 0, new Tenure(2, Optional.of(A), Rule.EVEN_SHARES, List.of(new Releaser(A, 2))))
                        .done(),
                1,
                0,
                1,
                1);
        Tenure lowered = new Tenure(2, Optional.of(A), Rule.EVEN_SHARES, List.of(new Releaser(A, 1)));
        Allocation after = new Allocation(
                new Version("x", 3),
                FOUR,
                PAIR,
                Directives.NONE,
                new Holders(
                        moving.division(),
                        moving.holders().tenures().change().set(0, 0, lowered).done()),
                List.of());
        assertThat(StepChecker.check(moving, after, Acknowledgements.of(new TreeMap<>(Map.of(A, 0L))), Set.of()))
                .extracting(Finding::fault)
                .contains(Fault.RELEASER_MISSING);
        Tenure stranger = new Tenure(2, Optional.of(A), Rule.EVEN_SHARES, List.of(new Releaser(C, 2)));
        Tenures needless = good.holders().tenures().change().set(0, 0, stranger).done();
        step(Fault.RELEASER_UNNEEDED, next(needless, 1, 0, 1, 1), Acknowledgements.NONE);
    }

    @Test
    void heirs() {
        Tenure moved = new Tenure(2, Optional.of(A), Rule.EVEN_SHARES, List.of(new Releaser(A, 2)));
        Tenures tenures = good.holders().tenures().change().set(0, 0, moved).done();
        Division division = Division.ofOwners(2, 1, 0, 1, 1);
        Acknowledgements present = Acknowledgements.of(new TreeMap<>(Map.of(A, 0L)));
        Holders forgotten = new Holders(division, tenures, Copies.NONE, Heirs.NONE);
        step(Fault.HEIR_MISSING, at(new Version("x", 2), forgotten), present);
        Heirs stranger = Heirs.of(List.of(List.of(A, C), List.of(), List.of(), List.of()));
        step(
                Fault.HEIR_UNNEEDED,
                at(new Version("x", 2), new Holders(division, tenures, Copies.NONE, stranger)),
                present);
    }

    @Test
    void promotions() {
        Roster three = PAIR.with(Member.of("c"));
        Planner copies = planner.replicated(1);
        Allocation before = copies.first(new Version("x", 1), FOUR, three, Directives.NONE);
        Allocation without = new Planner(planner.allocator())
                .next(before, FOUR, three.without("a"), Directives.NONE, Acknowledgements.NONE);
        int piece = before.piecesOf("a").pieces()[0];
        int[] owners = without.division().owners();
        owners[piece] =
                1 - without.roster().indexOf(before.copiesOf(piece).get(0).member());
        Allocation wrong = new Allocation(
                without.version(),
                FOUR,
                without.roster(),
                Directives.NONE,
                new Holders(Division.ofOwners(2, owners), without.holders().tenures(), Copies.NONE, Heirs.NONE),
                List.of());
        assertThat(StepChecker.check(before, wrong, Acknowledgements.NONE, Set.of()))
                .extracting(Finding::fault)
                .contains(Fault.PROMOTION_MISSED);
        shown.add(Fault.PROMOTION_MISSED);
    }

    private static List<Fault> copyFaults(Allocation before, Allocation after, Acknowledgements acknowledgements) {
        return StepChecker.check(before, after, acknowledgements, ALL).stream()
                .map(Finding::fault)
                .filter(fault -> fault == Fault.COPY_UNEVEN || fault == Fault.COPY_MOVED_NEEDLESSLY)
                .toList();
    }

    private static Allocation withCopies(Allocation before, Copies copies) {
        Holders holders = new Holders(before.division(), before.holders().tenures(), copies, Heirs.NOT_KEPT);
        return new Allocation(before.version().next(), FOUR, before.roster(), before.directives(), holders, List.of());
    }

    private static Acknowledgements settled(Allocation allocation) {
        TreeMap<Incarnation, Long> epochs = new TreeMap<>();
        allocation.roster().members().forEach(member -> epochs.put(member.incarnation(), allocation.epoch()));
        return Acknowledgements.of(epochs, epochs);
    }

    private void finds(Fault fault, Allocation wrong) {
        assertThat(Checker.check(wrong, ALL)).extracting(Finding::fault).contains(fault);
        shown.add(fault);
    }

    private void step(Fault fault, Allocation next, Acknowledgements acknowledgements) {
        assertThat(StepChecker.check(good, next, acknowledgements, ALL))
                .extracting(Finding::fault)
                .contains(fault);
        shown.add(fault);
    }

    private static Allocation allocation(Roster roster, Directives directives, Copies copies, int... owners) {
        Holders holders = new Holders(
                Division.ofOwners(roster.size(), owners),
                Tenures.all(owners.length, Tenure.neverOwned(1)),
                copies,
                Heirs.NOT_KEPT);
        return new Allocation(new Version("x", 1), FOUR, roster, directives, holders, List.of());
    }

    private static Allocation next(Tenures tenures, int... owners) {
        return at(new Version("x", 2), new Holders(Division.ofOwners(2, owners), tenures));
    }

    private static Allocation at(Version version, Holders holders) {
        return new Allocation(version, FOUR, PAIR, Directives.NONE, holders, List.of());
    }
}
