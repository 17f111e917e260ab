package dev.divvy.distributor.store;

import dev.divvy.allocation.Version;
import dev.divvy.distributor.table.Change;
import dev.divvy.distributor.table.Motions;
import dev.divvy.distributor.table.Moves;
import dev.divvy.distributor.table.Sheet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Changes of a sheet, made by hand. */
final class Changes {

    private Changes() {}

    /** Lets the table be this one, with nothing in motion. */
    static Change to(Sheet sheet, Map<String, String> fields) {
        return to(sheet, fields, Motions.NONE);
    }

    static Change to(Sheet sheet, Map<String, String> fields, Motions motions) {
        TreeSet<String> removed = new TreeSet<>(sheet.table().fields().keySet());
        removed.removeAll(fields.keySet());
        TreeMap<String, String> put = new TreeMap<>(fields);
        put.entrySet()
                .removeIf(
                        field -> field.getValue().equals(sheet.table().fields().get(field.getKey())));
        Version next = sheet.version().map(Version::next).orElse(new Version("first", 1));
        return new Change(sheet.version(), next, put, removed, motions, new TreeSet<>(), new Moves(new TreeMap<>()));
    }

    static Change silencing(Change change, String service) {
        return new Change(
                change.basis(),
                change.next(),
                change.put(),
                change.removed(),
                change.motions(),
                new TreeSet<>(List.of(service)),
                change.moves());
    }

    static Change on(Optional<Version> basis, Change change) {
        return new Change(
                basis,
                change.next(),
                change.put(),
                change.removed(),
                change.motions(),
                change.silent(),
                change.moves());
    }
}
