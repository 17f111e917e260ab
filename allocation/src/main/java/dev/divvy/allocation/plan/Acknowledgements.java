package dev.divvy.allocation.plan;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The cards on the board: which incarnations are present, and up to which epoch each has released the pieces that it lost. */
public interface Acknowledgements {

    /** No incarnation is present, so none is waited for: for first allocations, plans and experiments. */
    Acknowledgements NONE = of(new TreeMap<>());

    /** Whether the card of exactly this incarnation is on the board. */
    boolean present(Incarnation incarnation);

    /** Returns the epoch that an incarnation acknowledged last; 0 when none. */
    long acknowledged(Incarnation incarnation);

    /** Returns the incarnations that are present and have not acknowledged this epoch, in order. */
    List<Incarnation> behind(long epoch);

    /** Whether this releaser is no longer waited for: it is gone, or has released its pieces. */
    default boolean satisfies(Releaser releaser) {
        return !present(releaser.incarnation()) || acknowledged(releaser.incarnation()) >= releaser.lostAt();
    }

    /** Returns acknowledgements of the present incarnations, each with the epoch that it acknowledged last, as of now. */
    static Acknowledgements of(NavigableMap<Incarnation, Long> acknowledged) {
        NavigableMap<Incarnation, Long> seen = new TreeMap<>();
        // In the natural order, whatever the order of the given map: two incarnations of one member are distinct.
        acknowledged.forEach(seen::put);
        return new Acknowledgements() {
            @Override
            public boolean present(Incarnation incarnation) {
                return seen.containsKey(incarnation);
            }

            @Override
            public long acknowledged(Incarnation incarnation) {
                return seen.getOrDefault(incarnation, 0L);
            }

            @Override
            public List<Incarnation> behind(long epoch) {
                return seen.keySet().stream()
                        .filter(incarnation -> acknowledged(incarnation) < epoch)
                        .toList();
            }
        };
    }
}
