package dev.divvy.distributor.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lists as they are stored: in any order, possibly with duplicates and with names that cannot be used.
 *
 * @param services the names of services by namespace
 */
public record StoredLists(Map<String, List<String>> services, List<String> units) {

    public StoredLists {
        Map<String, List<String>> copies = new TreeMap<>();
        services.forEach((namespace, names) -> copies.put(namespace, List.copyOf(names)));
        services = Map.copyOf(copies);
        units = List.copyOf(units);
    }
}
