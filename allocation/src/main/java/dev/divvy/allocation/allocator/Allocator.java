package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Division;
import java.util.Set;

/**
 * A rule that divides pieces among members. Implementors owe: the result is a function of the request alone (no clock, no randomness, no
 * state, nothing that differs between two processes); a member of weight 0 owns nothing; a pinned piece goes to its member; without a
 * member of weight above 0 no piece has an owner; and the {@link #laws()} hold for every request.
 */
public interface Allocator {

    /** The name by which users select it. */
    String name();

    /** The laws it keeps, in ranked order. */
    Set<Law> laws();

    Division allocate(AllocationRequest request);
}
