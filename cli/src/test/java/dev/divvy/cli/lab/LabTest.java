package dev.divvy.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.plan.Allocators;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabTest {

    private static final Lab.Progress UNWATCHED = (allocator, event) -> {};

    @ParameterizedTest
    @CsvSource({"1,1,50,1", "5,1000,300,1", "5,3,200,2", "20,1000,200,3", "100,50,50,4", "3,1048576,3,5"})
    void stickyIsExactAndMovesNotOnePieceTooMany(int members, int pieces, int events, long seed) {
        LabSettings settings = new LabSettings(members, pieces, events, seed);
        List<Allocator> sticky = List.of(Allocators.byName("sticky"), Allocators.byName("sticky-former"));
        assertThat(Lab.run(settings, sticky, UNWATCHED)).hasSize(2).allSatisfy(outcome -> {
            assertThat(outcome.moves().excess()).isZero();
            assertThat(outcome.balance().exact()).isTrue();
            assertThat(outcome.balance().spread()).isLessThanOrEqualTo(1);
        });
    }

    @Test
    void everyAllocatorIsMeasuredAgainstTheSameBound() {
        LabSettings settings = new LabSettings(6, 200, 100, 9);
        List<AllocatorResult> all = Lab.run(settings, allocators(), UNWATCHED);
        List<AllocatorResult> alone = Lab.run(settings, List.of(Allocators.byName("modulo")), UNWATCHED);
        assertThat(all.stream().map(outcome -> outcome.moves().bound()).distinct())
                .containsExactly(alone.get(0).moves().bound());
    }

    @Test
    void theMeasuresOfASeedAreAlwaysTheSame() {
        LabSettings settings = new LabSettings(8, 500, 120, 21);
        assertThat(untimed(Lab.run(settings, allocators(), UNWATCHED)))
                .isEqualTo(untimed(Lab.run(settings, allocators(), UNWATCHED)));
    }

    @Test
    void theTimelineEndsAtTheLastEventAndNeverGoesBack() {
        for (int events : new int[] {1, 2, LabTotals.MOST_POINTS, LabTotals.MOST_POINTS + 1, 1000}) {
            List<AllocatorResult.Point> timeline = Lab.run(new LabSettings(3, 20, events, 2), allocators(), UNWATCHED)
                    .get(0)
                    .timeline();
            assertThat(timeline).hasSize(Math.min(events, LabTotals.MOST_POINTS));
            assertThat(timeline.get(timeline.size() - 1).event()).isEqualTo(events);
            assertThat(timeline)
                    .extracting(AllocatorResult.Point::event)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(timeline).extracting(point -> point.moves().moved()).isSorted();
        }
    }

    @Test
    void theLoadOfUnevenOrIncompleteDivisionsIsNotExact() {
        Balance uneven = Balance.of(Division.ofOwners(2, 0, 0, 0, 1));
        assertThat(uneven.maxOverMean()).isEqualTo(1.5);
        assertThat(uneven.spread()).isEqualTo(2);
        assertThat(uneven.exact()).isFalse();
        assertThat(Balance.of(Division.ofOwners(2, 0, 1, Division.NO_MEMBER)).exact())
                .isFalse();
        assertThat(Balance.of(Division.ofOwners(2, 0, 1, 0)).exact()).isTrue();
    }

    private static List<Allocator> allocators() {
        return Allocators.names().stream().map(Allocators::byName).toList();
    }

    private static List<AllocatorResult> untimed(List<AllocatorResult> outcomes) {
        return outcomes.stream()
                .map(o -> new AllocatorResult(o.allocator(), o.laws(), o.balance(), o.ranges(), 0, o.timeline()))
                .toList();
    }
}
