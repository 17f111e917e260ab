package dev.divvy.bench.peer;

import java.util.List;

/**
 * Divides numbered pieces among members of equal weight and adapts to membership changes.
 *
 * @param <S> the state kept from one change to the next
 */
public interface Rebalancer<S> {

    String name();

    S first(int pieces, List<String> members);

    /** Returns the state after a membership change. This call is timed. */
    S change(S before, List<String> members);

    /** Returns the state after all rounds that a change takes; for most rebalancers one round is enough. */
    default S settle(S changed, List<String> members) {
        return changed;
    }

    /** Returns the owner of each piece. */
    String[] owners(S state);
}
