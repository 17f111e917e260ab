package dev.divvy.distributor;

import java.util.Arrays;
import java.util.Locale;

/** By which rule units are divided among services. */
public enum Strategy {
    /** From the names of services and units alone, with few moves: the same table from any instance, on any day. */
    STABLE,
    /** From the table before: the fewest moves that balance allows. */
    STICKY,
    /** From the names alone: units on a ring of hashes, services take turns. Kept for tables that were divided so before. */
    RING;

    /** Returns its name in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the strategy of this name.
     *
     * @throws IllegalArgumentException when there is none; the message lists the names
     */
    public static Strategy of(String word) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no strategy \"" + word + "\"; choose one of stable, sticky, ring"));
    }
}
