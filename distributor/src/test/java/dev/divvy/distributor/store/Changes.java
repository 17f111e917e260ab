package dev.divvy.distributor.store;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.UnitHandovers;
import dev.divvy.distributor.table.UnitMoves;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Builds changes of a distribution. */
final class Changes {

    private Changes() {}

    /** Returns the change to this table, without handovers. */
    static DistributionChange to(Distribution current, Map<String, String> fields) {
        return to(current, fields, UnitHandovers.NONE);
    }

    static DistributionChange to(Distribution current, Map<String, String> fields, UnitHandovers handovers) {
        TreeSet<String> removed = new TreeSet<>(current.table().fields().keySet());
        removed.removeAll(fields.keySet());
        TreeMap<String, String> put = new TreeMap<>(fields);
        put.entrySet()
                .removeIf(field ->
                        field.getValue().equals(current.table().fields().get(field.getKey())));
        Version next = current.version().map(Version::next).orElse(new Version("first", 1));
        return new DistributionChange(
                current.version(), next, put, removed, handovers, new TreeSet<>(), new UnitMoves(new TreeMap<>()));
    }

    static DistributionChange forgetting(DistributionChange change, String service) {
        return new DistributionChange(
                change.basis(),
                change.next(),
                change.put(),
                change.removed(),
                change.handovers(),
                new TreeSet<>(List.of(service)),
                change.moves());
    }

    static DistributionChange on(Optional<Version> basis, DistributionChange change) {
        return new DistributionChange(
                basis,
                change.next(),
                change.put(),
                change.removed(),
                change.handovers(),
                change.forgotten(),
                change.moves());
    }
}
