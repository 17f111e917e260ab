package dev.divvy.distributor.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Version;
import dev.divvy.coordination.Fence;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.store.ServiceAssignment;
import dev.divvy.distributor.store.ServiceAssignment.Assigned;
import dev.divvy.distributor.table.UnitReleaser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnitHoldingsTest {

    private static final Duration GRACE = Duration.ofSeconds(2);

    @Test
    void aUnitThatNobodyHadIsGainedAtOnce() {
        UnitHoldings.Play play =
                UnitHoldings.EMPTY.play(posting(3, new Assigned("u", 0, List.of())), "me:1", false, 0, GRACE);
        assertThat(play.gained()).containsExactly(new Unit("u", new Fence("line", 3)));
        assertThat(play.again()).isEmpty();
    }

    @Test
    void aUnitWhoseFormerOwnerHasItStillIsWaitedForAtMostTheGraceTime() {
        ServiceAssignment posting = posting(5, new Assigned("u", 5, List.of(new UnitReleaser("a:1", 5))));
        UnitHoldings.Play first = UnitHoldings.EMPTY.play(posting, "me:1", false, 100, GRACE);
        assertThat(first.gained()).isEmpty();
        assertThat(first.again()).hasValue(100 + GRACE.toNanos());
        UnitHoldings.Play second = first.next().play(posting, "me:1", false, 99 + GRACE.toNanos(), GRACE);
        assertThat(second.gained()).isEmpty();
        UnitHoldings.Play third = second.next().play(posting, "me:1", false, 100 + GRACE.toNanos(), GRACE);
        assertThat(third.gained()).containsExactly(new Unit("u", new Fence("line", 5)));
    }

    @Test
    void aUnitWhoseFormerOwnerLetGoIsGainedAtOnce() {
        UnitHoldings waiting = UnitHoldings.EMPTY
                .play(posting(5, new Assigned("u", 5, List.of(new UnitReleaser("a:1", 5)))), "me:1", false, 0, GRACE)
                .next();
        assertThat(waiting.play(posting(5, new Assigned("u", 5, List.of())), "me:1", false, 1, GRACE)
                        .gained())
                .containsExactly(new Unit("u", new Fence("line", 5)));
    }

    @Test
    void aUnitThatIsGoneIsLost() {
        UnitHoldings hand = holding(3, "u");
        assertThat(hand.lost(posting(4))).extracting(Unit::name).containsExactly("u");
        assertThat(hand.lost(posting(4, new Assigned("u", 0, List.of())))).isEmpty();
        assertThat(hand.without(hand.lost(posting(4)))).isEqualTo(UnitHoldings.EMPTY);
    }

    @Test
    void aUnitThatWasSomebodyElsesMeanwhileIsLostAndThenGainedAnew() {
        UnitHoldings hand = holding(3, "u");
        ServiceAssignment back =
                posting(7, new Assigned("u", 7, List.of(new UnitReleaser("me:1", 6), new UnitReleaser("b:1", 7))));
        assertThat(hand.lost(back)).hasSize(1);
        UnitHoldings.Play play = hand.without(hand.lost(back)).play(back, "me:1", false, 0, GRACE);
        assertThat(play.gained()).isEmpty();
        ServiceAssignment free = posting(7, new Assigned("u", 7, List.of(new UnitReleaser("me:1", 6))));
        assertThat(play.next().play(free, "me:1", false, 1, GRACE).gained())
                .containsExactly(new Unit("u", new Fence("line", 7)));
    }

    @Test
    void inAnotherLineOfEpochsOnlyWhatMovedIsLost() {
        UnitHoldings hand = holding(30, "u");
        Version other = new Version("other", 2);
        assertThat(hand.lost(new ServiceAssignment(Optional.of(other), true, List.of(new Assigned("u", 0, List.of())))))
                .isEmpty();
        assertThat(hand.lost(new ServiceAssignment(Optional.of(other), true, List.of(new Assigned("u", 2, List.of())))))
                .hasSize(1);
    }

    @Test
    void whoCouldNotBeToldWhomToWaitForWaitsTheWholeGraceTime() {
        ServiceAssignment posting = posting(5, new Assigned("u", 0, List.of()));
        UnitHoldings.Play blind = UnitHoldings.EMPTY.play(posting, "me:1", true, 0, GRACE);
        assertThat(blind.gained()).isEmpty();
        UnitHoldings.Play later = blind.next().play(posting, "me:1", false, GRACE.toNanos() - 1, GRACE);
        assertThat(later.gained()).isEmpty();
        assertThat(later.next()
                        .play(posting, "me:1", false, GRACE.toNanos(), GRACE)
                        .gained())
                .hasSize(1);
    }

    @Test
    void whatMayBeTakenUpIsHeldOnlyWhenItWas() {
        ServiceAssignment posting = posting(5, new Assigned("u", 0, List.of()));
        UnitHoldings.Play play = UnitHoldings.EMPTY.play(posting, "me:1", false, 0, GRACE);
        assertThat(play.next().held()).isEmpty();
        UnitHoldings hand = play.next().with(play.gained().get(0));
        assertThat(hand.held()).containsOnlyKeys("u");
        assertThat(hand.play(posting, "me:1", false, 1, GRACE).gained()).isEmpty();
    }

    @Test
    void aUnitThatMovesAgainIsWaitedForAnew() {
        ServiceAssignment once = posting(5, new Assigned("u", 5, List.of(new UnitReleaser("a:1", 5))));
        ServiceAssignment twice = posting(7, new Assigned("u", 7, List.of(new UnitReleaser("b:1", 7))));
        UnitHoldings waiting =
                UnitHoldings.EMPTY.play(once, "me:1", false, 0, GRACE).next();
        assertThat(waiting.play(twice, "me:1", false, GRACE.toNanos() - 1, GRACE)
                        .again())
                .hasValue(2 * GRACE.toNanos() - 1);
    }

    @Test
    void emptyNamesAndNamesTwiceAreNotHeldTwice() {
        ServiceAssignment posting = ServiceAssignment.of(
                Optional.of(new Version("line", 3)), Optional.of("u,u"), unit -> List.of(), java.util.Map.of());
        assertThat(UnitHoldings.EMPTY.play(posting, "me:1", false, 0, GRACE).gained())
                .hasSize(1);
        ServiceAssignment empty = ServiceAssignment.of(
                Optional.of(new Version("line", 3)), Optional.of(""), unit -> List.of(), java.util.Map.of());
        assertThat(empty.listed()).isTrue();
        assertThat(empty.units()).isEmpty();
    }

    private static UnitHoldings holding(long epoch, String unit) {
        return UnitHoldings.EMPTY.with(new Unit(unit, new Fence("line", epoch)));
    }

    private static ServiceAssignment posting(long epoch, Assigned... units) {
        return new ServiceAssignment(Optional.of(new Version("line", epoch)), true, List.of(units));
    }
}
