package dev.divvy.distributor.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which units each service has, as it hangs for all to read: one field a service, its units joined by commas. A service that is there
 * without units has an empty text; one that is not there has no field.
 *
 * @param fields by service, in the order of their names
 */
public record AssignmentTable(NavigableMap<String, String> fields) {

    public static final AssignmentTable EMPTY = new AssignmentTable(Collections.emptyNavigableMap());

    private static final String COMMA = ",";

    public AssignmentTable {
        fields = Collections.unmodifiableNavigableMap(new TreeMap<>(fields));
    }

    public static AssignmentTable of(Map<String, String> fields) {
        return new AssignmentTable(new TreeMap<>(fields));
    }

    /** Each service's units in the order of their names. */
    public static AssignmentTable ofUnits(Map<String, ? extends List<String>> units) {
        NavigableMap<String, String> texts = new TreeMap<>();
        units.forEach((service, its) -> texts.put(service, String.join(COMMA, sorted(its))));
        return new AssignmentTable(texts);
    }

    private static List<String> sorted(List<String> units) {
        List<String> sorted = new ArrayList<>(units);
        Collections.sort(sorted);
        return sorted;
    }

    /** The units of a service; none when it has no field, or an empty one. */
    public List<String> unitsOf(String service) {
        return units(Optional.ofNullable(fields.get(service)).orElse(""));
    }

    /** The units that a text names. */
    public static List<String> units(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(COMMA, -1));
    }

    /** Who has each unit; where somebody else wrote one under several services, the first of them. */
    public Map<String, String> owners() {
        Map<String, String> owners = new TreeMap<>();
        fields.forEach((service, text) -> units(text).forEach(unit -> owners.putIfAbsent(unit, service)));
        return owners;
    }
}
