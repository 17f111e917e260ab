package dev.divvy.distributor.table;

import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.classic.Ring;
import dev.divvy.allocation.stable.Stable;
import dev.divvy.allocation.sticky.Sticky;
import java.util.Arrays;
import java.util.Locale;

/** By which rule units are divided among services. */
public enum Strategy {
    /** From the names of services and units alone, with few moves: the same table from any instance, on any day. */
    STABLE,
    /** From the table before: the fewest moves that balance allows. */
    STICKY,
    /** From the names alone, by the rule of the original: units on a ring of hashes, services take turns. */
    RING;

    Allocator allocator() {
        return switch (this) {
            case STABLE -> new Stable();
            case STICKY -> new Sticky(Sticky.Policy.RUNS);
            case RING -> new Ring();
        };
    }

    /** Whether the table before has a say. */
    boolean remembers() {
        return this == STICKY;
    }

    /** The word that people use for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The strategy of this word.
     *
     * @throws IllegalArgumentException when there is none; the message lists the words
     */
    public static Strategy of(String word) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no strategy \"" + word + "\"; choose one of stable, sticky, ring"));
    }
}
