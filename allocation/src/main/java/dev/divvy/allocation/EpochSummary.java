package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;
import java.util.List;

/**
 * One line of a group's history: what changed at an epoch and how much moved.
 *
 * @param moved pieces that changed owner
 * @param bound the fewest that a balanced allocation could have moved; of an allocator that keeps the law of minimal moves, what moved
 * @param causes what was different, in words: {@code n4 joined}, {@code n2 left}, {@code weight of n1 3}
 */
public record EpochSummary(long epoch, int members, int moved, int bound, List<String> causes) {

    /** The most causes written down; further ones are counted in the last. */
    public static final int MOST_CAUSES = 8;

    private static final int LONGEST_CAUSE = 400;

    public EpochSummary {
        if (epoch < 1 || members < 0 || moved < 0 || bound < 0) {
            throw new IllegalArgumentException(
                    "summary of epoch " + epoch + " with " + members + " members, " + moved + " moved, bound " + bound);
        }
        if (causes.size() > MOST_CAUSES) {
            throw new IllegalArgumentException(
                    "summary of epoch " + epoch + " has " + causes.size() + " causes; the most is " + MOST_CAUSES);
        }
        causes.forEach(cause -> NameRules.check("cause at epoch " + epoch, cause, LONGEST_CAUSE));
        causes = List.copyOf(causes);
    }
}
