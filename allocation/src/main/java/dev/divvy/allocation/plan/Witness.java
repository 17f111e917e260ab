package dev.divvy.allocation.plan;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the board shows of those who lost pieces: who is still there, and up to which epoch each has let go. */
public interface Witness {

    /** Nobody is there to wait for: first allocations, plans and trials. */
    Witness NOBODY = of(new TreeMap<>());

    /** Those who are there, each with the epoch that it acknowledged last (0 for none), as of now. */
    static Witness of(SortedMap<Incarnation, Long> acknowledged) {
        SortedMap<Incarnation, Long> seen = new TreeMap<>(acknowledged);
        return new Witness() {
            @Override
            public boolean present(Incarnation life) {
                return seen.containsKey(life);
            }

            @Override
            public long acknowledged(Incarnation life) {
                return seen.getOrDefault(life, 0L);
            }
        };
    }

    /** Whether the card of this very incarnation is on the board. */
    boolean present(Incarnation life);

    /** The epoch that it acknowledged last; 0 when none. */
    long acknowledged(Incarnation life);

    default boolean satisfies(Releaser releaser) {
        return !present(releaser.life()) || acknowledged(releaser.life()) >= releaser.lostAt();
    }
}
