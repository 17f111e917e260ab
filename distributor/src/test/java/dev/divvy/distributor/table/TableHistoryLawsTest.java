package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.EpochSummary;
import dev.divvy.distributor.Strategy;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random changes of services and units, planned as the distributor does: the history counts them right. */
class TableHistoryLawsTest {

    private static final int SEEDS = 100;
    private static final int STEPS = 30;

    private final Set<String> services = new TreeSet<>();
    private final Set<String> units = new TreeSet<>();

    @Test
    void theMovesOfStickyAreTheFewest() {
        walks(Strategy.STICKY);
    }

    @Test
    void theMovesOfStableAreAtLeastTheFewest() {
        walks(Strategy.STABLE);
    }

    @Test
    void theMovesOfTheRingAreAtLeastTheFewest() {
        walks(Strategy.RING);
    }

    private void walks(Strategy strategy) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            services.clear();
            units.clear();
            try {
                walk(strategy, new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", " + strategy, e);
            }
        }
    }

    private void walk(Strategy strategy, Random random) {
        Distribution stored = Distribution.EMPTY;
        AssignmentTable seen = AssignmentTable.EMPTY;
        TableHistory history = TableHistory.EMPTY;
        boolean missed = false;
        for (int step = 0; step < STEPS; step++) {
            change(random);
            Optional<Distribution> next = next(strategy, stored);
            boolean looks = next.isPresent() && (history.current().isEmpty() || random.nextInt(4) > 0);
            missed |= next.isPresent() && !looks;
            stored = next.orElse(stored);
            if (!looks) {
                continue;
            }
            history = history.after(stored);
            assertThat(TableHistoryTest.allocation(history).version())
                    .isEqualTo(stored.version().orElseThrow());
            assertThat(TableHistoryTest.owners(history))
                    .isEqualTo(stored.table().owners());
            EpochSummary last = TableHistoryTest.last(history);
            assertThat(last.moved()).isEqualTo(moved(seen, stored.table()));
            assertThat(last.bound()).isEqualTo(fewest(seen)).isLessThanOrEqualTo(last.moved());
            if (strategy == Strategy.STICKY && !missed) {
                assertThat(last.bound()).isEqualTo(last.moved());
            }
            seen = stored.table();
            missed = false;
        }
    }

    private void change(Random random) {
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            boolean ofServices = random.nextInt(3) == 0;
            Set<String> names = ofServices ? services : units;
            String name = ofServices ? "s" + random.nextInt(8) + ":1" : "u" + random.nextInt(40);
            if (!names.remove(name)) {
                names.add(name);
            }
        }
    }

    private Optional<Distribution> next(Strategy strategy, Distribution stored) {
        ValidLists lists = ValidLists.of(
                new StoredLists(Map.of("robots", List.copyOf(services)), List.copyOf(units)),
                "units",
                service -> Optional.empty());
        AssignmentTable table = new TablePlanner(strategy, false).table(lists, services, stored.table());
        return TablePlanner.change(stored, table, services, new EpochBounds("first", 0, 0))
                .map(change -> new Distribution(Optional.of(change.next()), table, change.handovers(), Map.of()));
    }

    private static int moved(AssignmentTable before, AssignmentTable after) {
        Map<String, String> owners = before.owners();
        return (int) after.owners().entrySet().stream()
                .filter(unit -> !unit.getValue().equals(owners.get(unit.getKey())))
                .count();
    }

    /** Returns the fewest moves, counted: the services that hold the most keep the larger shares, and all other units move. */
    private int fewest(AssignmentTable before) {
        if (services.isEmpty()) {
            return 0;
        }
        List<Long> held = services.stream()
                .map(service -> new HashSet<>(before.unitsOf(service))
                        .stream().filter(units::contains).count())
                .sorted(Comparator.reverseOrder())
                .toList();
        long kept = 0;
        for (int i = 0; i < held.size(); i++) {
            int share = units.size() / held.size() + (i < units.size() % held.size() ? 1 : 0);
            kept += Math.min(held.get(i), share);
        }
        return units.size() - (int) kept;
    }
}
