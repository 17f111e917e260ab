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
 * The units of each service, in the form in which they are stored: one field per service, its units separated by commas. A service that
 * takes part but has no units has an empty field; a service that does not take part has no field.
 *
 * @param fields the fields by service name, sorted
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

    /** Returns the table of these units, the units of each service sorted by name. */
    public static AssignmentTable ofUnits(Map<String, ? extends List<String>> units) {
        NavigableMap<String, String> texts = new TreeMap<>();
        units.forEach((service, names) -> texts.put(service, String.join(COMMA, sorted(names))));
        return new AssignmentTable(texts);
    }

    private static List<String> sorted(List<String> units) {
        List<String> sorted = new ArrayList<>(units);
        Collections.sort(sorted);
        return sorted;
    }

    /** Returns the units of a service; none when it has no field or an empty one. */
    public List<String> unitsOf(String service) {
        return units(Optional.ofNullable(fields.get(service)).orElse(""));
    }

    /** Returns the units in the text of a field. */
    public static List<String> units(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(COMMA, -1));
    }

    /** Returns the owner of each unit; the first one if a unit is in several fields, as after a change by hand. */
    public Map<String, String> owners() {
        Map<String, String> owners = new TreeMap<>();
        fields.forEach((service, text) -> units(text).forEach(unit -> owners.putIfAbsent(unit, service)));
        return owners;
    }
}
