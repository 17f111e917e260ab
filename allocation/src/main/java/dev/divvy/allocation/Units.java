package dev.divvy.allocation;

import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.allocation.support.NameRules;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Named pieces, sorted by name, each name once. May be empty. The number of a unit changes when others are added or removed; its name does
 * not.
 */
public final class Units implements Pieces {

    private final String[] names;
    private final long[] keys;

    private Units(String[] sorted, long[] keys) {
        this.names = sorted;
        this.keys = keys;
    }

    public static Units of(String... names) {
        return of(List.of(names));
    }

    /** Creates units from names in any order. */
    public static Units of(Collection<String> names) {
        if (names.size() > MOST) {
            throw new IllegalArgumentException(names.size() + " units are too many; the most is " + MOST);
        }
        NameRules.checkTogether("unit names", names);
        String[] sorted = names.toArray(new String[0]);
        Arrays.sort(sorted);
        long[] keys = new long[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            NameRules.check("unit name", sorted[i], NameRules.LONGEST_UNIT);
            if (i > 0 && sorted[i].equals(sorted[i - 1])) {
                throw new IllegalArgumentException("unit " + sorted[i] + " is in the set twice");
            }
            keys[i] = Xxh3.hash64(sorted[i].getBytes(StandardCharsets.UTF_8));
        }
        return new Units(sorted, keys);
    }

    @Override
    public int count() {
        return names.length;
    }

    @Override
    public String name(int piece) {
        return names[check(piece)];
    }

    @Override
    public long key(int piece) {
        return keys[check(piece)];
    }

    public List<String> names() {
        return List.of(names);
    }

    @Override
    public int indexOf(String name) {
        int index = Arrays.binarySearch(names, name);
        return index < 0 ? -1 : index;
    }

    @Override
    public int[] placesOf(Pieces older) {
        if (!(older instanceof Units units)) {
            throw new IllegalArgumentException("units cannot follow " + older + " in one lineage");
        }
        int[] places = new int[units.names.length];
        int index = 0;
        for (int olderIndex = 0; olderIndex < places.length; olderIndex++) {
            int order = -1;
            while (index < names.length && (order = names[index].compareTo(units.names[olderIndex])) < 0) {
                index++;
            }
            places[olderIndex] = index < names.length && order == 0 ? index : -1;
        }
        return places;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Units that && Arrays.equals(names, that.names));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(names);
    }

    @Override
    public String toString() {
        return names.length + " units";
    }
}
