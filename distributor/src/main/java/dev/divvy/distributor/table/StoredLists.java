package dev.divvy.distributor.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the store was told to divide, as it stands there: in any order, perhaps with names twice or names that cannot be.
 *
 * @param services by namespace
 */
public record StoredLists(Map<String, List<String>> services, List<String> units) {

    public StoredLists {
        Map<String, List<String>> copies = new TreeMap<>();
        services.forEach((namespace, names) -> copies.put(namespace, List.copyOf(names)));
        services = Map.copyOf(copies);
        units = List.copyOf(units);
    }
}
