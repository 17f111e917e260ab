package dev.divvy.distributor;

import dev.divvy.allocation.support.NameRules;
import java.util.List;
import java.util.TreeSet;

/**
 * The names under which the lists and the table are stored.
 *
 * @param services the lists of services; each divides all units among its own services, unless they are {@linkplain
 *     DistributorSettings#withOneSet one set}
 * @param units the list of units
 * @param distribution the table
 */
public record StoreNames(List<String> services, String units, String distribution) {

    public static final StoreNames DEFAULT =
            new StoreNames(List.of("sys-robots-list"), "sys-channels", "sys-matching-table");

    public StoreNames {
        services = List.copyOf(new TreeSet<>(services));
        if (services.isEmpty()) {
            throw new IllegalArgumentException("no namespace of services; the default is sys-robots-list");
        }
        services.forEach(name -> NameRules.check("a services namespace", name, NameRules.LONGEST));
        NameRules.check("the work units namespace", units, NameRules.LONGEST);
        NameRules.check("the distribution namespace", distribution, NameRules.LONGEST);
        if (services.contains(units) || services.contains(distribution) || units.equals(distribution)) {
            throw new IllegalArgumentException("services " + services + ", work units \"" + units
                    + "\" and distribution \"" + distribution + "\" must be different names");
        }
    }
}
