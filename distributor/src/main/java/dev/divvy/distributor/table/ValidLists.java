package dev.divvy.distributor.table;

import dev.divvy.allocation.Units;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.distributor.DistributorStatus.Refusal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The lists after validation: each name once, sorted, without the names that cannot be used.
 *
 * @param services the names of services by namespace
 */
public record ValidLists(NavigableMap<String, NavigableSet<String>> services, Units units, List<Refusal> refused) {

    /** The character that replaces bytes which are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    public ValidLists {
        refused = List.copyOf(refused);
    }

    /**
     * Validates lists.
     *
     * @param unitsNamespace the namespace of the units, for messages
     * @param addressFault returns why a name of a service is not an address; empty when it is one
     */
    public static ValidLists of(
            StoredLists lists, String unitsNamespace, Function<String, Optional<String>> addressFault) {
        List<Refusal> refused = new ArrayList<>();
        NavigableMap<String, NavigableSet<String>> services = new TreeMap<>();
        lists.services()
                .forEach((namespace, names) -> services.put(
                        namespace,
                        accepted(
                                namespace,
                                names,
                                NameRules.LONGEST,
                                name -> commaFault(name).or(() -> addressFault.apply(name)),
                                refused)));
        NavigableSet<String> units =
                accepted(unitsNamespace, lists.units(), NameRules.LONGEST_UNIT, ValidLists::commaFault, refused);
        return new ValidLists(services, Units.of(units), refused);
    }

    private static NavigableSet<String> accepted(
            String namespace,
            List<String> names,
            int longest,
            Function<String, Optional<String>> otherFault,
            List<Refusal> refused) {
        NavigableSet<String> accepted = new TreeSet<>();
        NavigableMap<String, String> invalid = new TreeMap<>();
        for (String name : names) {
            Optional<String> why = nameFault(name, longest).or(() -> otherFault.apply(name));
            if (why.isPresent()) {
                invalid.put(name, why.get());
            } else {
                accepted.add(name);
            }
        }
        invalid.forEach((name, why) -> refused.add(new Refusal(namespace, printable(name), why)));
        return Collections.unmodifiableNavigableSet(accepted);
    }

    private static Optional<String> nameFault(String name, int longest) {
        if (name.indexOf(REPLACEMENT) >= 0) {
            return Optional.of("it is not text in UTF-8");
        }
        return NameRules.fault(name, longest).map(fault -> "it " + fault);
    }

    private static Optional<String> commaFault(String name) {
        return name.indexOf(',') < 0 ? Optional.empty() : Optional.of("a comma separates the units of the table");
    }

    private static String printable(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().limit(60).forEach(c -> text.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.append(name.length() > 60 ? "..." : "").toString();
    }

    /** Returns the services of all namespaces. */
    public NavigableSet<String> allServices() {
        NavigableSet<String> all = new TreeSet<>();
        services.values().forEach(all::addAll);
        return all;
    }
}
