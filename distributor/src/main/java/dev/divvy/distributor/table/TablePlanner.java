package dev.divvy.distributor.table;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.Strategy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Computes the next table from the lists, the live services and, if the strategy is sticky, the previous table.
 *
 * @param perNamespace whether each namespace of services divides all units separately
 */
public record TablePlanner(Strategy strategy, boolean perNamespace) {

    /**
     * Returns the table for these lists.
     *
     * @param alive the services that take part
     */
    public AssignmentTable table(ValidLists lists, Set<String> alive, AssignmentTable before) {
        Map<String, List<String>> all = new TreeMap<>();
        for (Collection<String> services : perNamespace ? lists.services().values() : List.of(lists.allServices())) {
            List<String> live = services.stream().filter(alive::contains).toList();
            if (live.isEmpty()) {
                keep(services, before).forEach((service, units) -> all.merge(service, units, TablePlanner::union));
            } else {
                UnitDivision.of(strategy, live, lists.units(), before)
                        .forEach((service, units) -> all.merge(service, units, TablePlanner::union));
            }
        }
        return AssignmentTable.ofUnits(all);
    }

    /**
     * If no service answers, the registered ones keep their units: no other service could take them, and this instance may be the one that
     * is cut off.
     */
    private static Map<String, List<String>> keep(Collection<String> services, AssignmentTable before) {
        Map<String, List<String>> kept = new TreeMap<>();
        services.stream()
                .filter(before.fields()::containsKey)
                .forEach(service -> kept.put(service, before.unitsOf(service)));
        return kept;
    }

    /** Merges the units of a service that is in several namespaces, each unit once. */
    private static List<String> union(List<String> some, List<String> others) {
        NavigableSet<String> all = new TreeSet<>(some);
        all.addAll(others);
        return new ArrayList<>(all);
    }

    /**
     * Returns the change that publishes this table; empty when it is stored already.
     *
     * @param known services whose acknowledgements are kept
     */
    public static Optional<DistributionChange> change(
            Distribution current, AssignmentTable table, Set<String> known, EpochBounds memory) {
        Map<String, String> put = new TreeMap<>(table.fields());
        put.entrySet()
                .removeIf(field ->
                        field.getValue().equals(current.table().fields().get(field.getKey())));
        SortedSet<String> removed = new TreeSet<>(current.table().fields().keySet());
        removed.removeAll(table.fields().keySet());
        if (put.isEmpty() && removed.isEmpty()) {
            return Optional.empty();
        }
        Version next = next(current, memory);
        UnitMoves moves = UnitMoves.between(current.table(), table);
        UnitHandovers handovers =
                current.handovers().after(moves, current.acknowledged(), next.epoch(), memory.expiredBefore());
        SortedSet<String> forgotten = new TreeSet<>(current.acknowledged().keySet());
        forgotten.removeAll(known);
        forgotten.removeAll(handovers.awaitedServices());
        return Optional.of(new DistributionChange(current.version(), next, put, removed, handovers, forgotten, moves));
    }

    private static Version next(Distribution current, EpochBounds memory) {
        long known =
                Math.max(memory.floor(), current.version().map(Version::epoch).orElse(0L));
        return new Version(current.version().map(Version::lineage).orElse(memory.lineage()), known + 1);
    }
}
