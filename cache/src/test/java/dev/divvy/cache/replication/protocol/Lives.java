package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import java.util.Set;
import java.util.TreeSet;

/** The incarnations of a search, as numbers and as values. */
final class Lives {

    static final int MOST = 7;

    private static final Incarnation[] ALL = new Incarnation[MOST];
    private static final Set<?>[] SETS = new Set<?>[1 << MOST];

    static {
        for (int life = 0; life < MOST; life++) {
            ALL[life] = new Incarnation("n" + life, 1);
        }
        for (int bits = 0; bits < SETS.length; bits++) {
            Set<Incarnation> set = new TreeSet<>();
            for (int life = 0; life < MOST; life++) {
                if (has(bits, life)) {
                    set.add(ALL[life]);
                }
            }
            SETS[bits] = set;
        }
    }

    private Lives() {}

    static Incarnation at(int life) {
        return ALL[life];
    }

    static int number(Incarnation life) {
        return life.member().charAt(1) - '0';
    }

    @SuppressWarnings("unchecked") // each set was made above
    static Set<Incarnation> set(int bits) {
        return (Set<Incarnation>) SETS[bits];
    }

    static boolean has(int bits, int life) {
        return ((bits >> life) & 1) != 0;
    }
}
