package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Division;
import java.util.Set;

/**
 * A rule that divides pieces among members. Implementors owe: the answer is a function of the request alone (no clock, no
 * randomness, no state, nothing that differs between two processes); a member of weight 0 owns nothing; a pinned piece goes where
 * it is pinned; with no member of weight above 0 nobody owns anything; and the {@link #laws()} hold for every request.
 */
public interface Allocator {

    /** The word people use for it. */
    String name();

    /** The laws it keeps, in ranked order. */
    Set<Law> laws();

    Division allocate(AllocationRequest request);
}
