package dev.divvy.allocation.allocator;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What an allocator may promise, in ranked order. BALANCED and MINIMAL speak of the pieces that are not pinned. */
public enum Law {
    /** Every piece has exactly one owner while at least one member has a weight above 0. */
    COMPLETE,
    /** Same inputs, same answer: in every process, on every machine, whatever the order of the inputs. */
    DETERMINISTIC,
    /** Every member owns floor or ceil of its share; with equal weights owners differ by at most one piece. */
    BALANCED,
    /** No allocation that keeps the laws above moves fewer pieces. */
    MINIMAL,
    /** Among equals, few contiguous runs a member. */
    COMPACT;

    /** These laws, in ranked order. */
    public static Set<Law> keeps(Law first, Law... others) {
        return Collections.unmodifiableSet(EnumSet.of(first, others));
    }
}
