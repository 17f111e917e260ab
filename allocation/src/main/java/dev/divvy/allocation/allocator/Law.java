package dev.divvy.allocation.allocator;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The promises that an allocator may make, in ranked order. BALANCED and MINIMAL refer to the pieces that are not pinned. */
public enum Law {
    /** Every piece has exactly one owner while at least one member has a weight above 0. */
    COMPLETE,
    /** The same inputs give the same result: in every process, on every machine, whatever the order of the inputs. */
    DETERMINISTIC,
    /** Every member owns floor or ceil of its share; with equal weights owners differ by at most one piece. */
    BALANCED,
    /** No allocation that keeps the laws above moves fewer pieces. */
    MINIMAL,
    /** Among equally good allocations, few contiguous runs per member. */
    COMPACT;

    /** These laws, in ranked order. */
    public static Set<Law> keeps(Law first, Law... others) {
        return Collections.unmodifiableSet(EnumSet.of(first, others));
    }
}
