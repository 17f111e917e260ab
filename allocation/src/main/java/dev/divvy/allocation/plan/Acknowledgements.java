package dev.divvy.allocation.plan;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What the board shows: which incarnations have a card there, and up to which epoch each has let go of what it lost. */
public interface Acknowledgements {

    /** Nobody is there to wait for: first allocations, plans and trials. */
    Acknowledgements NOBODY = of(new TreeMap<>());

    /** Whether the card of this very incarnation is on the board. */
    boolean present(Incarnation life);

    /** The epoch that one who is present acknowledged last; 0 when none. */
    long acknowledged(Incarnation life);

    /** Everyone who is present and has not acknowledged this epoch, in order. */
    List<Incarnation> behind(long epoch);

    /** Whether this one need not be waited for: it is gone, or has let go. */
    default boolean satisfies(Releaser releaser) {
        return !present(releaser.life()) || acknowledged(releaser.life()) >= releaser.lostAt();
    }

    /** Those who are present, each with the epoch that it acknowledged last, as of now. */
    static Acknowledgements of(NavigableMap<Incarnation, Long> acknowledged) {
        NavigableMap<Incarnation, Long> seen = new TreeMap<>();
        // In the natural order, whatever order the given map had: two lives of one member are two.
        acknowledged.forEach(seen::put);
        return new Acknowledgements() {
            @Override
            public boolean present(Incarnation life) {
                return seen.containsKey(life);
            }

            @Override
            public long acknowledged(Incarnation life) {
                return seen.getOrDefault(life, 0L);
            }

            @Override
            public List<Incarnation> behind(long epoch) {
                return seen.keySet().stream()
                        .filter(life -> acknowledged(life) < epoch)
                        .toList();
            }
        };
    }
}
