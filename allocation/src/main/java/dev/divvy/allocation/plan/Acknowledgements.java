package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The cards on the board: which incarnations are present, up to which epoch each has released the pieces that it lost, and up to which epoch
 * the data of the pieces that it owns is settled.
 */
public interface Acknowledgements {

    /** No incarnation is present, so none is waited for: for first allocations, plans and experiments. */
    Acknowledgements NONE = of(new TreeMap<>());

    /** Returns the acknowledgements of a group at rest: all members of the allocation are present, and have released and settled it. */
    static Acknowledgements atRest(Allocation allocation) {
        NavigableMap<Incarnation, Long> epochs = new TreeMap<>();
        allocation.roster().members().forEach(member -> epochs.put(member.incarnation(), allocation.epoch()));
        return of(epochs, epochs, allocation.epoch());
    }

    /** Whether the card of exactly this incarnation is on the board. */
    boolean present(Incarnation incarnation);

    /** Returns the epoch that an incarnation acknowledged last; 0 when none. */
    long acknowledged(Incarnation incarnation);

    /**
     * Returns the epoch up to which the data of an incarnation's pieces is settled: by the allocation of that epoch every copy of what it
     * owns is complete, and every heir has forgotten. 0 when it never said so.
     */
    default long settled(Incarnation incarnation) {
        return 0;
    }

    /**
     * Returns the last epoch of whose allocation all owners said that it is settled, even if some of them are gone since: its heirs have
     * forgotten the data. 0 when there is none.
     */
    default long settledByAll() {
        return 0;
    }

    /** Returns the incarnations that are present and have not acknowledged this epoch, in order. */
    List<Incarnation> behind(long epoch);

    /** Whether this releaser is no longer waited for: it is gone, or has released its pieces. */
    default boolean satisfies(Releaser releaser) {
        return !present(releaser.incarnation()) || acknowledged(releaser.incarnation()) >= releaser.lostAt();
    }

    /** Returns acknowledgements of the present incarnations, each with the epoch that it acknowledged last; none ever settled. */
    static Acknowledgements of(NavigableMap<Incarnation, Long> acknowledged) {
        return of(acknowledged, new TreeMap<>());
    }

    /** Returns acknowledgements of the present incarnations, with the epochs that they acknowledged and settled last, as of now. */
    static Acknowledgements of(NavigableMap<Incarnation, Long> acknowledged, NavigableMap<Incarnation, Long> settled) {
        return of(acknowledged, settled, 0);
    }

    /**
     * Returns the same.
     *
     * @param settledByAll the last epoch that all its owners settled; 0 when there is none
     */
    static Acknowledgements of(
            NavigableMap<Incarnation, Long> acknowledged, NavigableMap<Incarnation, Long> settled, long settledByAll) {
        // In the natural order, whatever the order of the given maps: two incarnations of one member are distinct.
        NavigableMap<Incarnation, Long> seen = new TreeMap<>();
        acknowledged.forEach(seen::put);
        NavigableMap<Incarnation, Long> atRest = new TreeMap<>();
        settled.forEach(atRest::put);
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
            public long settled(Incarnation incarnation) {
                return present(incarnation) ? atRest.getOrDefault(incarnation, 0L) : 0;
            }

            @Override
            public long settledByAll() {
                return settledByAll;
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
