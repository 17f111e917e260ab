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

/** Changes of a sheet, made by hand. */
final class Changes {

    private Changes() {}

    /** Lets the table be this one, with nothing in motion. */
    static DistributionChange to(Distribution sheet, Map<String, String> fields) {
        return to(sheet, fields, UnitHandovers.NONE);
    }

    static DistributionChange to(Distribution sheet, Map<String, String> fields, UnitHandovers motions) {
        TreeSet<String> removed = new TreeSet<>(sheet.table().fields().keySet());
        removed.removeAll(fields.keySet());
        TreeMap<String, String> put = new TreeMap<>(fields);
        put.entrySet()
                .removeIf(
                        field -> field.getValue().equals(sheet.table().fields().get(field.getKey())));
        Version next = sheet.version().map(Version::next).orElse(new Version("first", 1));
        return new DistributionChange(
                sheet.version(), next, put, removed, motions, new TreeSet<>(), new UnitMoves(new TreeMap<>()));
    }

    static DistributionChange silencing(DistributionChange change, String service) {
        return new DistributionChange(
                change.basis(),
                change.next(),
                change.put(),
                change.removed(),
                change.motions(),
                new TreeSet<>(List.of(service)),
                change.moves());
    }

    static DistributionChange on(Optional<Version> basis, DistributionChange change) {
        return new DistributionChange(
                basis,
                change.next(),
                change.put(),
                change.removed(),
                change.motions(),
                change.silent(),
                change.moves());
    }
}
