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
 * The lists as they count: every name once, in order, without those that cannot be used.
 *
 * @param services by namespace
 */
public record ValidLists(NavigableMap<String, NavigableSet<String>> services, Units units, List<Refusal> refused) {

    /** What bytes that are no text become when they are read. */
    private static final char NO_TEXT = '\uFFFD';

    public ValidLists {
        refused = List.copyOf(refused);
    }

    /**
     * Reads lists.
     *
     * @param unitsNamespace where the units stand, for messages
     * @param address why a service cannot be reached under its name; empty when it can
     */
    public static ValidLists of(StoredLists lists, String unitsNamespace, Function<String, Optional<String>> address) {
        List<Refusal> refused = new ArrayList<>();
        NavigableMap<String, NavigableSet<String>> services = new TreeMap<>();
        lists.services()
                .forEach((namespace, names) -> services.put(
                        namespace,
                        accepted(
                                namespace,
                                names,
                                NameRules.LONGEST,
                                name -> commaFree(name).or(() -> address.apply(name)),
                                refused)));
        NavigableSet<String> units =
                accepted(unitsNamespace, lists.units(), NameRules.LONGEST_UNIT, ValidLists::commaFree, refused);
        return new ValidLists(services, Units.of(units), refused);
    }

    private static NavigableSet<String> accepted(
            String namespace,
            List<String> names,
            int longest,
            Function<String, Optional<String>> besides,
            List<Refusal> refused) {
        NavigableSet<String> accepted = new TreeSet<>();
        NavigableMap<String, String> bad = new TreeMap<>();
        for (String name : names) {
            Optional<String> why = unprintable(name, longest).or(() -> besides.apply(name));
            if (why.isPresent()) {
                bad.put(name, why.get());
            } else {
                accepted.add(name);
            }
        }
        bad.forEach((name, why) -> refused.add(new Refusal(namespace, shown(name), why)));
        return Collections.unmodifiableNavigableSet(accepted);
    }

    private static Optional<String> unprintable(String name, int longest) {
        if (name.indexOf(NO_TEXT) >= 0) {
            return Optional.of("it is not text in UTF-8");
        }
        return NameRules.fault(name, longest).map(fault -> "it " + fault);
    }

    private static Optional<String> commaFree(String name) {
        return name.indexOf(',') < 0 ? Optional.empty() : Optional.of("a comma separates the units of the table");
    }

    private static String shown(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().limit(60).forEach(c -> text.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.append(name.length() > 60 ? "..." : "").toString();
    }

    /** All services, whatever their namespace. */
    public NavigableSet<String> allServices() {
        NavigableSet<String> all = new TreeSet<>();
        services.values().forEach(all::addAll);
        return all;
    }
}
