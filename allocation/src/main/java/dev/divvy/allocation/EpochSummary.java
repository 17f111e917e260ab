package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;
import java.util.List;

/**
 * One entry of a group's history: the changes at an epoch and the number of pieces that moved.
 *
 * @param moved pieces that changed owner
 * @param bound the fewest pieces that a balanced allocation could have moved; equal to {@code moved} for an allocator that keeps the law
 * MINIMAL
 * @param causes the changes in words: {@code n4 joined}, {@code n2 left}, {@code n1 weighs 3}
 */
public record EpochSummary(long epoch, int members, int moved, int bound, List<String> causes) {

    /** The maximum number of causes; when there are more, the last entry counts the rest. */
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
