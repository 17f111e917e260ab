package dev.divvy.distributor.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Fence;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.store.ServiceAssignment.AssignedUnit;
import dev.divvy.distributor.table.AwaitedRelease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnitHoldingsTest {

    private static final Duration GRACE = Duration.ofSeconds(2);

    @Test
    void aUnitWithoutAFormerOwnerIsGainedAtOnce() {
        UnitHoldings.Step step =
                UnitHoldings.EMPTY.step(assignment(3, new AssignedUnit("u", 0, List.of())), "me:1", false, 0, GRACE);
        assertThat(step.gained()).containsExactly(new Unit("u", new Fence("lineage", 3)));
        assertThat(step.lookAgain()).isEmpty();
    }

    @Test
    void aUnitThatItsFormerOwnerStillHoldsIsWaitedForAtMostTheGraceTime() {
        ServiceAssignment assignment = assignment(5, new AssignedUnit("u", 5, List.of(new AwaitedRelease("a:1", 5))));
        UnitHoldings.Step first = UnitHoldings.EMPTY.step(assignment, "me:1", false, 100, GRACE);
        assertThat(first.gained()).isEmpty();
        assertThat(first.lookAgain()).hasValue(100 + GRACE.toNanos());
        UnitHoldings.Step second = first.next().step(assignment, "me:1", false, 99 + GRACE.toNanos(), GRACE);
        assertThat(second.gained()).isEmpty();
        UnitHoldings.Step third = second.next().step(assignment, "me:1", false, 100 + GRACE.toNanos(), GRACE);
        assertThat(third.gained()).containsExactly(new Unit("u", new Fence("lineage", 5)));
    }

    @Test
    void aUnitThatItsFormerOwnerReleasedIsGainedAtOnce() {
        UnitHoldings waiting = UnitHoldings.EMPTY
                .step(
                        assignment(5, new AssignedUnit("u", 5, List.of(new AwaitedRelease("a:1", 5)))),
                        "me:1",
                        false,
                        0,
                        GRACE)
                .next();
        assertThat(waiting.step(assignment(5, new AssignedUnit("u", 5, List.of())), "me:1", false, 1, GRACE)
                        .gained())
                .containsExactly(new Unit("u", new Fence("lineage", 5)));
    }

    @Test
    void aUnitThatIsGoneIsLost() {
        UnitHoldings holdings = holding(3, "u");
        assertThat(holdings.lost(assignment(4))).extracting(Unit::name).containsExactly("u");
        assertThat(holdings.lost(assignment(4, new AssignedUnit("u", 0, List.of()))))
                .isEmpty();
        assertThat(holdings.without(holdings.lost(assignment(4)))).isEqualTo(UnitHoldings.EMPTY);
    }

    @Test
    void aUnitThatHadAnotherOwnerInBetweenIsLostAndThenGainedAgain() {
        UnitHoldings holdings = holding(3, "u");
        ServiceAssignment back = assignment(
                7, new AssignedUnit("u", 7, List.of(new AwaitedRelease("me:1", 6), new AwaitedRelease("b:1", 7))));
        assertThat(holdings.lost(back)).hasSize(1);
        UnitHoldings.Step step = holdings.without(holdings.lost(back)).step(back, "me:1", false, 0, GRACE);
        assertThat(step.gained()).isEmpty();
        ServiceAssignment free = assignment(7, new AssignedUnit("u", 7, List.of(new AwaitedRelease("me:1", 6))));
        assertThat(step.next().step(free, "me:1", false, 1, GRACE).gained())
                .containsExactly(new Unit("u", new Fence("lineage", 7)));
    }

    @Test
    void inAnotherLineageOnlyUnitsThatMovedAreLost() {
        UnitHoldings holdings = holding(30, "u");
        Version other = new Version("other", 2);
        assertThat(holdings.lost(
                        new ServiceAssignment(Optional.of(other), true, List.of(new AssignedUnit("u", 0, List.of())))))
                .isEmpty();
        assertThat(holdings.lost(
                        new ServiceAssignment(Optional.of(other), true, List.of(new AssignedUnit("u", 2, List.of())))))
                .hasSize(1);
    }

    @Test
    void withUnknownHandoversTheWholeGraceTimeIsWaited() {
        ServiceAssignment assignment = assignment(5, new AssignedUnit("u", 0, List.of()));
        UnitHoldings.Step unknown = UnitHoldings.EMPTY.step(assignment, "me:1", true, 0, GRACE);
        assertThat(unknown.gained()).isEmpty();
        UnitHoldings.Step later = unknown.next().step(assignment, "me:1", false, GRACE.toNanos() - 1, GRACE);
        assertThat(later.gained()).isEmpty();
        assertThat(later.next()
                        .step(assignment, "me:1", false, GRACE.toNanos(), GRACE)
                        .gained())
                .hasSize(1);
    }

    @Test
    void aGainedUnitIsHeldOnlyAfterItWasTakenUp() {
        ServiceAssignment assignment = assignment(5, new AssignedUnit("u", 0, List.of()));
        UnitHoldings.Step step = UnitHoldings.EMPTY.step(assignment, "me:1", false, 0, GRACE);
        assertThat(step.next().held()).isEmpty();
        UnitHoldings holdings = step.next().with(step.gained().get(0));
        assertThat(holdings.held()).containsOnlyKeys("u");
        assertThat(holdings.step(assignment, "me:1", false, 1, GRACE).gained()).isEmpty();
    }

    @Test
    void aUnitThatMovesAgainStartsANewWait() {
        ServiceAssignment once = assignment(5, new AssignedUnit("u", 5, List.of(new AwaitedRelease("a:1", 5))));
        ServiceAssignment twice = assignment(7, new AssignedUnit("u", 7, List.of(new AwaitedRelease("b:1", 7))));
        UnitHoldings waiting =
                UnitHoldings.EMPTY.step(once, "me:1", false, 0, GRACE).next();
        assertThat(waiting.step(twice, "me:1", false, GRACE.toNanos() - 1, GRACE)
                        .lookAgain())
                .hasValue(2 * GRACE.toNanos() - 1);
    }

    @Test
    void anEmptyFieldHasNoUnitsAndADuplicateIsGainedOnce() {
        ServiceAssignment assignment = ServiceAssignment.of(
                Optional.of(new Version("lineage", 3)), Optional.of("u,u"), unit -> List.of(), java.util.Map.of());
        assertThat(UnitHoldings.EMPTY.step(assignment, "me:1", false, 0, GRACE).gained())
                .hasSize(1);
        ServiceAssignment empty = ServiceAssignment.of(
                Optional.of(new Version("lineage", 3)), Optional.of(""), unit -> List.of(), java.util.Map.of());
        assertThat(empty.listed()).isTrue();
        assertThat(empty.units()).isEmpty();
    }

    private static UnitHoldings holding(long epoch, String unit) {
        return UnitHoldings.EMPTY.with(new Unit(unit, new Fence("lineage", epoch)));
    }

    private static ServiceAssignment assignment(long epoch, AssignedUnit... units) {
        return new ServiceAssignment(Optional.of(new Version("lineage", epoch)), true, List.of(units));
    }
}
