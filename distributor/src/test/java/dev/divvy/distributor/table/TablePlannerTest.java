package dev.divvy.distributor.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.Strategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The laws of the table, on thousands of random lists. */
class TablePlannerTest {

    private static final int LISTS = 2_000;

    @Test
    void sixUnitsAreDividedEvenlyAmongThreeServices() {
        StoredLists lists = new StoredLists(
                Map.of("robots", List.of("service1:1", "service2:1", "service3:1")),
                List.of("workunit1", "workunit2", "workunit3", "workunit4", "workunit5", "workunit6"));
        for (Strategy strategy : Strategy.values()) { // also original, because six units divide by three
            AssignmentTable table = new TablePlanner(strategy, false)
                    .table(read(lists), Set.copyOf(lists.services().get("robots")), AssignmentTable.EMPTY);
            assertThat(table.fields().keySet()).containsExactly("service1:1", "service2:1", "service3:1");
            assertThat(table.fields().keySet())
                    .allSatisfy(service -> assertThat(table.unitsOf(service)).hasSize(2));
            assertThat(table.owners()).hasSize(6);
        }
    }

    @Test
    void everyUnitHasOneServiceAndServicesDifferByOneAtMost() {
        forRandomLists((random, lists, alive, strategy) -> {
            AssignmentTable table = new TablePlanner(strategy, false).table(read(lists), alive, AssignmentTable.EMPTY);
            check(table, Set.copyOf(lists.units()), alive, strategy);
        });
    }

    /** Its own test has this table: TestPutToMatchingTable in distributor_test.go. */
    @Test
    void theOriginalRuleGivesTheTableOfTheOtherDistributor() {
        List<String> services = List.of("service3", "service1", "service2");
        StoredLists lists = new StoredLists(Map.of("robots", services), List.of("work3", "work1", "work2"));
        assertThat(new TablePlanner(Strategy.ORIGINAL, false)
                        .table(read(lists), Set.copyOf(services), AssignmentTable.EMPTY))
                .isEqualTo(AssignmentTable.of(Map.of("service1", "work2", "service2", "work1", "service3", "work3")));
    }

    @Test
    void theSameNamesGiveTheSameTableWhateverTheirOrder() {
        forRandomLists((random, lists, alive, strategy) -> {
            TablePlanner planner = new TablePlanner(strategy, false);
            AssignmentTable once = planner.table(read(lists), alive, AssignmentTable.EMPTY);
            assertThat(planner.table(read(shuffled(lists, random)), alive, AssignmentTable.EMPTY))
                    .isEqualTo(once);
            if (strategy != Strategy.STICKY) {
                AssignmentTable other =
                        planner.table(read(lists), Set.of(alive.iterator().next()), AssignmentTable.EMPTY);
                assertThat(planner.table(read(lists), alive, other)).isEqualTo(once);
            }
        });
    }

    @Test
    void stickyMovesOnlyWhatMustMove() {
        forRandomLists((random, lists, alive, strategy) -> {
            TablePlanner sticky = new TablePlanner(Strategy.STICKY, false);
            AssignmentTable before = sticky.table(read(lists), alive, AssignmentTable.EMPTY);
            Set<String> rest = new HashSet<>(alive);
            String leaver = alive.iterator().next();
            rest.remove(leaver);
            if (!rest.isEmpty()) {
                AssignmentTable after = sticky.table(read(lists), rest, before);
                check(after, Set.copyOf(lists.units()), rest, Strategy.STICKY);
                assertThat(UnitMoves.between(before, after).moved())
                        .isEqualTo(before.unitsOf(leaver).size());
                assertThat(sticky.table(read(lists), rest, after)).isEqualTo(after);
            }
        });
    }

    @Test
    void withoutServicesThereIsNoField() {
        StoredLists lists = new StoredLists(Map.of("robots", List.of()), List.of("a", "b"));
        assertThat(new TablePlanner(Strategy.STABLE, false).table(read(lists), Set.of(), AssignmentTable.EMPTY))
                .isEqualTo(AssignmentTable.EMPTY);
    }

    @Test
    void aServiceWithoutUnitsHasAnEmptyField() {
        StoredLists lists = new StoredLists(Map.of("robots", List.of("a:1", "b:1")), List.of("only"));
        AssignmentTable table = new TablePlanner(Strategy.STABLE, false)
                .table(read(lists), Set.of("a:1", "b:1"), AssignmentTable.EMPTY);
        assertThat(table.fields().values()).containsExactlyInAnyOrder("only", "");
        StoredLists none = new StoredLists(Map.of("robots", List.of("a:1", "b:1")), List.of());
        assertThat(new TablePlanner(Strategy.STABLE, false)
                        .table(read(none), Set.of("a:1", "b:1"), table)
                        .fields()
                        .values())
                .containsExactly("", "");
    }

    @Test
    void namespacesAreOneSetUnlessEachDividesForItself() {
        StoredLists lists = new StoredLists(
                Map.of("red", List.of("a:1", "b:1"), "blue", List.of("b:1", "c:1")), List.of("u1", "u2", "u3", "u4"));
        Set<String> alive = Set.of("a:1", "b:1", "c:1");
        check(
                new TablePlanner(Strategy.STABLE, false).table(read(lists), alive, AssignmentTable.EMPTY),
                Set.copyOf(lists.units()),
                alive,
                Strategy.STABLE);
        AssignmentTable apart =
                new TablePlanner(Strategy.STABLE, true).table(read(lists), alive, AssignmentTable.EMPTY);
        AssignmentTable red = new TablePlanner(Strategy.STABLE, false)
                .table(
                        read(new StoredLists(Map.of("red", List.of("a:1", "b:1")), lists.units())),
                        alive,
                        AssignmentTable.EMPTY);
        assertThat(apart.unitsOf("a:1")).isEqualTo(red.unitsOf("a:1"));
        assertThat(apart.unitsOf("b:1")).containsAll(red.unitsOf("b:1")).doesNotHaveDuplicates();
    }

    @Test
    void whereNoServiceAnswersTheRegisteredOnesKeepTheirUnits() {
        StoredLists lists =
                new StoredLists(Map.of("red", List.of("a:1", "b:1"), "blue", List.of("c:1")), List.of("u1", "u2"));
        AssignmentTable before = AssignmentTable.of(Map.of("a:1", "u1", "b:1", "u2", "c:1", "u1,u2", "gone:1", ""));
        assertThat(new TablePlanner(Strategy.STABLE, true).table(read(lists), Set.of("c:1"), before))
                .isEqualTo(AssignmentTable.of(Map.of("a:1", "u1", "b:1", "u2", "c:1", "u1,u2")));
        assertThat(new TablePlanner(Strategy.STABLE, false).table(read(lists), Set.of(), before))
                .isEqualTo(AssignmentTable.of(Map.of("a:1", "u1", "b:1", "u2", "c:1", "u1,u2")));
    }

    @Test
    void aTableThatIsStoredAlreadyChangesNothing() {
        AssignmentTable table = AssignmentTable.of(Map.of("a:1", "u1,u2", "b:1", ""));
        Distribution current = new Distribution(Optional.empty(), table, UnitHandovers.NONE, Map.of());
        assertThat(TablePlanner.change(current, table, Set.of(), new EpochBounds("lineage", 0, 0)))
                .isEmpty();
    }

    @Test
    void aChangeNamesOnlyTheFieldsThatDiffer() {
        Distribution current = new Distribution(
                Optional.empty(),
                AssignmentTable.of(Map.of("a:1", "u1", "b:1", "u2", "c:1", "u3")),
                UnitHandovers.NONE,
                Map.of());
        DistributionChange change = TablePlanner.change(
                        current,
                        AssignmentTable.of(Map.of("a:1", "u1", "b:1", "u2,u3")),
                        Set.of(),
                        new EpochBounds("lineage", 0, 0))
                .orElseThrow();
        assertThat(change.put()).containsExactly(Map.entry("b:1", "u2,u3"));
        assertThat(change.removed()).containsExactly("c:1");
        assertThat(change.moves().moved()).isEqualTo(1);
        assertThat(change.next().epoch()).isEqualTo(1);
    }

    @Test
    void theNextEpochIsAboveTheStoredOneAndTheRememberedOne() {
        DistributionChange change = TablePlanner.change(
                        Distribution.EMPTY,
                        AssignmentTable.of(Map.of("a:1", "")),
                        Set.of(),
                        new EpochBounds("lineage", 41, 0))
                .orElseThrow();
        assertThat(change.next().epoch()).isEqualTo(42);
    }

    private static void check(AssignmentTable table, Set<String> units, Set<String> alive, Strategy strategy) {
        assertThat(table.fields().keySet()).isEqualTo(alive);
        List<String> all = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        table.fields().keySet().forEach(service -> {
            all.addAll(table.unitsOf(service));
            counts.add(table.unitsOf(service).size());
        });
        assertThat(all).doesNotHaveDuplicates();
        assertThat(new HashSet<>(all)).isEqualTo(units);
        assertThat(Collections.max(counts) - Collections.min(counts))
                .isLessThanOrEqualTo(strategy == Strategy.ORIGINAL ? alive.size() - 1 : 1);
    }

    private static final List<Strategy> EVEN = List.of(Strategy.STABLE, Strategy.STICKY, Strategy.RING);

    /** A law, checked for one draw of lists. */
    private interface Law {
        void holds(Random random, StoredLists lists, Set<String> alive, Strategy strategy);
    }

    private static void forRandomLists(Law law) {
        for (long seed = 1; seed <= LISTS; seed++) {
            Random random = new Random(seed);
            Map<String, List<String>> services = new HashMap<>();
            Set<String> alive = new HashSet<>();
            for (int namespace = 0; namespace <= random.nextInt(3); namespace++) {
                List<String> names = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(12); i++) {
                    names.add("10.0." + random.nextInt(3) + "." + random.nextInt(40) + ":9000");
                }
                services.put("robots-" + namespace, names);
                alive.addAll(names);
            }
            List<String> units = new ArrayList<>();
            for (int i = 0; i < random.nextInt(80); i++) {
                units.add("site " + random.nextInt(200) + (random.nextBoolean() ? ".example" : ".пример"));
            }
            Strategy strategy = seed % 20 == 0 ? Strategy.ORIGINAL : EVEN.get(random.nextInt(EVEN.size()));
            try {
                law.holds(random, new StoredLists(services, units), alive, strategy);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", " + strategy, e);
            }
        }
    }

    private static StoredLists shuffled(StoredLists lists, Random random) {
        Map<String, List<String>> services = new TreeMap<>();
        lists.services().forEach((namespace, names) -> services.put(namespace, shuffled(names, random)));
        return new StoredLists(services, shuffled(lists.units(), random));
    }

    private static List<String> shuffled(List<String> names, Random random) {
        List<String> copy = new ArrayList<>(names);
        Collections.shuffle(copy, random);
        return copy;
    }

    private static ValidLists read(StoredLists lists) {
        return ValidLists.of(lists, "units", service -> Optional.empty());
    }
}
