package dev.divvy.bench.peer;

import java.util.List;

/**
 * Something that divides numbered pieces among members of equal weight and adapts to their changes.
 *
 * @param <S> what it remembers from one change to the next
 */
public interface Rebalancer<S> {

    String name();

    S first(int pieces, List<String> members);

    /** The answer to a change: what is timed. */
    S change(S before, List<String> members);

    /** The division after all rounds that a change takes; one round is enough for most. */
    default S settle(S changed, List<String> members) {
        return changed;
    }

    /** The owner of each piece. */
    String[] owners(S state);
}
