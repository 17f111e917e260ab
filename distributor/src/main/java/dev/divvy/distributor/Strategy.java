package dev.divvy.distributor;

import java.util.Arrays;
import java.util.Locale;

/** The rule by which units are divided among services. */
public enum Strategy {
    /** From the names of services and units alone, with few moves. The same names give the same table on every instance. */
    STABLE,
    /** From the previous table: the fewest moves that balance allows. */
    STICKY,
    /** From the names alone: units on a hash ring, given to the services in turn. */
    RING,
    /**
     * From the names alone, by the rule of the Distributor by scientificideas: the same services and units give its table. Uneven: the last of n
     * services may have n - 1 units more than the others.
     */
    ORIGINAL;

    /** Returns the name of this strategy in settings. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the strategy with this name in settings.
     *
     * @throws IllegalArgumentException when there is none; the message lists the names
     */
    public static Strategy of(String label) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no strategy \"" + label + "\"; choose one of stable, sticky, ring, original"));
    }
}
