package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.Strategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Units that each strategy moves when services join and leave, compared to the fewest that an even division allows. */
class MovesOfStrategiesTest {

    private static final int UNITS = 1_000;
    private static final int EVENTS = 100;
    private static final long SEED = 1;

    private static final List<String> NAMES =
            IntStream.range(0, UNITS).mapToObj(i -> "site-" + i + ".example").toList();

    @Test
    void stickyMovesTheFewest() {
        assertThat(ratio(Strategy.STICKY, 10)).isEqualTo(1);
        assertThat(ratio(Strategy.STICKY, 50)).isEqualTo(1);
    }

    /** The limits are the figures of a longer random walk in docs/performance.md, and a third more. */
    @Test
    void theOthersMoveMoreAndStableLessThanTheRing() {
        double stable = ratio(Strategy.STABLE, 10);
        assertThat(stable).isBetween(1.0, 1.16 * 4 / 3);
        assertThat(ratio(Strategy.RING, 10)).isBetween(stable, 1.38 * 4 / 3);
        double ofMany = ratio(Strategy.STABLE, 50);
        assertThat(ofMany).isBetween(1.0, 2.21 * 4 / 3);
        assertThat(ratio(Strategy.RING, 50)).isBetween(ofMany, 3.75 * 4 / 3);
    }

    @Test
    void stickyBeginsWithTheTableOfTheOtherDistributorAndMovesOnlyWhatItsLastServiceHasTooMany() {
        List<String> services =
                IntStream.range(0, 30).mapToObj(MovesOfStrategiesTest::service).toList();
        AssignmentTable original = table(new TablePlanner(Strategy.ORIGINAL, false), services, AssignmentTable.EMPTY);
        assertThat(original.fields().values().stream()
                        .map(AssignmentTable::units)
                        .map(List::size))
                .containsOnly(33, 43);
        AssignmentTable sticky = table(new TablePlanner(Strategy.STICKY, false), services, original);
        assertThat(UnitMoves.between(original, sticky).moved()).isEqualTo(43 - 34);
        assertThat(table(new TablePlanner(Strategy.ORIGINAL, false), services, original))
                .isEqualTo(original);
    }

    /** Returns the moved units divided by the fewest, in a random walk around this number of services. */
    private static double ratio(Strategy strategy, int services) {
        Random random = new Random(SEED);
        List<String> alive = new ArrayList<>();
        for (int i = 0; i < services; i++) {
            alive.add(service(i));
        }
        TablePlanner planner = new TablePlanner(strategy, false);
        AssignmentTable before = table(planner, alive, AssignmentTable.EMPTY);
        long moved = 0;
        long fewest = 0;
        for (int event = 0; event < EVENTS; event++) {
            if (alive.size() > services / 2 && random.nextBoolean()) {
                alive.remove(random.nextInt(alive.size()));
            } else {
                alive.add(service(services + event));
            }
            AssignmentTable after = table(planner, alive, before);
            moved += UnitMoves.between(before, after).moved();
            fewest += fewest(before, alive);
            before = after;
        }
        return (double) moved / fewest;
    }

    private static String service(int number) {
        return "10.0.0." + number + ":9000";
    }

    private static AssignmentTable table(TablePlanner planner, List<String> alive, AssignmentTable before) {
        StoredLists lists = new StoredLists(Map.of("robots", List.copyOf(alive)), NAMES);
        Set<String> live = new HashSet<>(alive);
        return planner.table(ValidLists.of(lists, "units", service -> Optional.empty()), live, before);
    }

    /** Returns the fewest moves: the services with the most units keep the larger shares, and units beyond the shares must move. */
    private static int fewest(AssignmentTable before, List<String> alive) {
        List<Integer> counts = alive.stream()
                .map(service -> before.unitsOf(service).size())
                .sorted(Comparator.reverseOrder())
                .toList();
        int kept = 0;
        for (int i = 0; i < counts.size(); i++) {
            int share = UNITS / counts.size() + (i < UNITS % counts.size() ? 1 : 0);
            kept += Math.min(counts.get(i), share);
        }
        return UNITS - kept;
    }
}
