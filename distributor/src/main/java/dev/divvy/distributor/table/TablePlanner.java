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
 * Decides the next table: a function of what is to be divided and, where the strategy remembers, of the table before.
 *
 * @param perNamespace whether every namespace of services divides all units for itself
 */
public record TablePlanner(Strategy strategy, boolean perNamespace) {

    /**
     * The table for these services.
     *
     * @param alive who of the services takes part
     */
    public AssignmentTable table(ValidLists reading, Set<String> alive, AssignmentTable before) {
        Map<String, List<String>> all = new TreeMap<>();
        for (Collection<String> services :
                perNamespace ? reading.services().values() : List.of(reading.allServices())) {
            List<String> present = services.stream().filter(alive::contains).toList();
            if (present.isEmpty()) {
                keep(services, before).forEach((service, units) -> all.merge(service, units, TablePlanner::union));
            } else {
                UnitDivision.of(strategy, present, reading.units(), before)
                        .forEach((service, units) -> all.merge(service, units, TablePlanner::union));
            }
        }
        return AssignmentTable.ofUnits(all);
    }

    /** Where nobody answers, those who are registered keep what they had: there is nobody else, and perhaps it is we who are cut off. */
    private static Map<String, List<String>> keep(Collection<String> services, AssignmentTable before) {
        Map<String, List<String>> kept = new TreeMap<>();
        services.stream()
                .filter(before.fields()::containsKey)
                .forEach(service -> kept.put(service, before.unitsOf(service)));
        return kept;
    }

    /** Of a service in several namespaces: each unit once. */
    private static List<String> union(List<String> some, List<String> others) {
        NavigableSet<String> all = new TreeSet<>(some);
        all.addAll(others);
        return new ArrayList<>(all);
    }

    /**
     * The change that hangs up this table; empty when it hangs there already.
     *
     * @param known services that are registered: what they acknowledged stays
     */
    public static Optional<DistributionChange> change(
            Distribution sheet, AssignmentTable table, Set<String> known, WriterMemory memory) {
        Map<String, String> put = new TreeMap<>(table.fields());
        put.entrySet()
                .removeIf(
                        field -> field.getValue().equals(sheet.table().fields().get(field.getKey())));
        SortedSet<String> removed = new TreeSet<>(sheet.table().fields().keySet());
        removed.removeAll(table.fields().keySet());
        if (put.isEmpty() && removed.isEmpty()) {
            return Optional.empty();
        }
        Version next = next(sheet, memory);
        UnitMoves moves = UnitMoves.between(sheet.table(), table);
        UnitHandovers motions = sheet.motions().after(moves, sheet.acknowledged(), next.epoch(), memory.forget());
        SortedSet<String> silent = new TreeSet<>(sheet.acknowledged().keySet());
        silent.removeAll(known);
        silent.removeAll(motions.awaited());
        return Optional.of(new DistributionChange(sheet.version(), next, put, removed, motions, silent, moves));
    }

    private static Version next(Distribution sheet, WriterMemory memory) {
        long known =
                Math.max(memory.floor(), sheet.version().map(Version::epoch).orElse(0L));
        return new Version(sheet.version().map(Version::lineage).orElse(memory.lineage()), known + 1);
    }
}
